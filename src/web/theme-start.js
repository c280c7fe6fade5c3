try {
  const theme = localStorage.getItem('furrow.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (error) {
  console.warn('The theme could not be read; the system one is used.', error)
}
