/** Books to read, most wanted first; the same title is kept once. */
export function add(list, title, priority = 3) {
  const kept = list.filter(book => book.title !== title)
  return [...kept, { title, priority }].sort((a, b) => a.priority - b.priority)
}

export function finish(list, title) {
  return list.filter(book => book.title !== title)
}
