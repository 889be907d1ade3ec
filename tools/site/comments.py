"""What the code says in comments beside a field, as the reference says it."""

import inspect
import re
import sys

from pdoc.doc import Class, Module, Variable

FIELD = re.compile(
    r"^ *(?:self\.)?(\w+)(?:: [^=#]+?)?(?: = .+?)?  # (?!noqa|type:)(.+)$", re.MULTILINE
)


def explain(module: Module) -> None:
    """Each field has the comment that stands beside it, unless it has a docstring."""
    for member in module.members.values():
        if isinstance(member, Class):
            _explain_fields(member)
        elif isinstance(member, Variable) and not member.docstring:
            member.docstring = _beside(member.name)


def _explain_fields(owner: Class) -> None:
    comments = dict(FIELD.findall(inspect.getsource(owner.obj)))
    for field in owner.own_members:
        if isinstance(field, Variable) and not field.docstring:
            field.docstring = comments.get(field.name, "")
        if field.name == "__init__" and getattr(owner.obj, "_is_protocol", False):
            field.docstring = "@private"  # nobody makes one


def _beside(name: str) -> str:
    """Of a name that is no class and no function: a type, mostly."""
    ours = [module for place, module in sys.modules.items() if place.startswith("salon.")]
    sources = (inspect.getsource(module) for module in ours if name in vars(module))
    return next(
        (said for source in sources for one, said in FIELD.findall(source) if one == name), ""
    )
