"""A page's memory: what it was shown, put together from the sections it was sent."""

from typing import Any

Scene = dict[str, Any]

NEWS = 50
EMPTY: Scene = {"news": [], "stood_in": [], "told": 0, "times": []}


def merge(before: Scene, update: Scene) -> Scene:
    """The whole scene after this message; sections lie flat beside each other."""
    scene = {**(before or EMPTY), "seq": update["seq"], "now": update["now"]}
    for name in ("table", "seats", "fair", "seat"):
        if name in update:
            scene[name] = update[name]
    if "view" in update:
        scene["view"] = {**scene.get("view", {}), **update["view"]}
    for name in ("lobby", "offer", "course"):
        scene |= update.get(name, {})
    if "news" in update:
        hear(scene, update["news"])
    if "view" in scene:
        return {**scene, "type": "Playing", "teams": (), "starting": False}
    return {**scene, "type": "Gathering"}


def hear(scene: Scene, news: Scene) -> None:
    """Nothing twice, and nothing between that was missed."""
    first = news["told"] - len(news["events"])
    assert first >= scene["told"] or not scene["told"] or first == 0, "told again"
    known = scene["news"] if first == scene["told"] else []
    scene["news"] = [*known, *news["events"]][-NEWS:]
    scene["times"] = [*scene["times"][: len(known)], *news["times"]][-NEWS:]
    scene["stood_in"] = [*scene["stood_in"], *news["stood_in"]][-NEWS:]
    scene["told"] = news["told"]
