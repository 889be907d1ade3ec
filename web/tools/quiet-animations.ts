// For the tests: happy-dom rejects the promise of a cancelled animation though nobody asked for it.
const animate = Element.prototype.animate;

Element.prototype.animate = function (...how: Parameters<typeof animate>) {
  const animation = animate.apply(this, how);
  animation.finished.catch(() => undefined);
  return animation;
};
