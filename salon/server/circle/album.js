// Writes dates as the reader's clock has them, and plays what stands in the buttons of melodies;
// there is nothing else in the album that could run.
for (const one of document.querySelectorAll('time'))
  one.textContent = new Date(one.dateTime).toLocaleDateString(document.documentElement.lang, {
    dateStyle: 'long',
  });
let playing = null;
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-notes]');
  if (!button) return;
  playing?.close();
  playing = new AudioContext();
  let at = playing.currentTime + 0.05;
  for (const [pitch, quarters] of JSON.parse(button.dataset.notes)) {
    const lasts = (quarters * 60) / Number(button.dataset.beats);
    if (pitch !== null) ring(playing, 440 * 2 ** ((pitch - 69) / 12), at, lasts);
    at += lasts;
  }
});
function ring(audio, pitch, at, lasts) {
  const tone = audio.createOscillator();
  const fading = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  fading.gain.setValueAtTime(0.25, at);
  fading.gain.exponentialRampToValueAtTime(0.001, at + lasts * 0.95);
  tone.connect(fading).connect(audio.destination);
  tone.start(at);
  tone.stop(at + lasts);
}
