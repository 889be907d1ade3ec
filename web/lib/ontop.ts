// What must be reached wherever somebody is: inside the dialog that is open on top, where one is.

/** To be attached; the element's parent is its own. */
export function onTop(element: HTMLElement): () => void {
  const home = element.parentElement;
  const place = () => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? home;
    if (top && element.parentElement !== top) top.append(element);
  };
  const observer = new MutationObserver(place);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['open'],
  });
  place();
  return () => {
    observer.disconnect();
    element.remove();
  };
}
