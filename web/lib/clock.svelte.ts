// The seconds of this page, for whoever counts down; it stands still while nobody looks.
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1_000);
  return () => clearInterval(timer);
});

export const clock = {
  get now(): number {
    subscribe();
    return performance.now();
  },
};
