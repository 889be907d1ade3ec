// Before the first paint: the theme, text size and language this person chose.
try {
  var chosen = JSON.parse(localStorage.getItem('salon.settings') || '{}');
  if (chosen.theme && chosen.theme !== 'auto') document.documentElement.dataset.theme = chosen.theme;
  if (chosen.size) document.documentElement.dataset.size = chosen.size;
  if (chosen.language) document.documentElement.lang = chosen.language;
} catch {
  // Without a memory the defaults do.
}
