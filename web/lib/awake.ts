// A screen that nobody touches stays on, where the browser lets it.

/** To be returned from an effect. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  const hold = async () => {
    if (document.hidden) return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
  };
  void hold();
  document.addEventListener('visibilitychange', hold); // who was hidden has lost it
  return () => {
    document.removeEventListener('visibilitychange', hold);
    void lock?.release();
  };
}
