// The stored choice is `dark`, `light` or absent (follow the system). See src/lib/theme.ts.
try {
  var theme = localStorage.getItem('flowdeck.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: follow the system.
}
