import type { WordsView } from '../model.ts'
import type { ProjectType } from '../types/model.ts'

/** What a project's parts are called, whatever its type says of them. */
export function typeWordsOf({ title, task, words = {} }: ProjectType): WordsView {
  const tasks = plural(task)
  return {
    title,
    task,
    tasks,
    description: words.description ?? 'Goal',
    heading: words.tasks ?? titled(tasks),
    refs: words.refs ?? 'Files',
    material: words.material ?? 'Notes',
    documents: words.documents ?? 'Documents',
  }
}

/** `discovery` becomes `discoveries`, unless the type says otherwise. */
export function pluralOf({ kinds }: ProjectType, kind: string): string {
  return kinds[kind]?.plural ?? plural(kind)
}

export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export function titled(text: string): string {
  return text.replace(/(^|\s)(\S)/g, (_, space: string, letter: string) => `${space}${letter.toUpperCase()}`)
}
