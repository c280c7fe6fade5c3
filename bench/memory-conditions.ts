import type { Question, TestSet, Text } from './memory-recall.ts'

const BLOCK = 8
const LONG_NOTE_WORDS = 2000

/** Long notes made of the development data, so that what helps short ones is seen to do them no harm. */
export function longNoteConditions(conversations: TestSet, abstracts: TestSet): Record<string, TestSet> {
  return {
    'long replies (the turns of one speaker in eights, the other ones short)': longReplies(conversations),
    'padded replies (the turns of one speaker with an abstract behind each)': paddedReplies(conversations, abstracts),
    'long notes among short ones (every other 2,000 words of conversation one note)': halfJoined(conversations),
    'long notes (abstracts in notes of 2,000 words)': joined(abstracts, () => true),
  }
}

/** As an assistant answers: one side of a conversation says little at a time, the other one much. */
function longReplies({ texts, questions }: TestSet): TestSet {
  const listeners = secondSpeakers(texts)
  const blocks = new Map<string, Text[]>()
  for (const text of texts) {
    const block = listeners.has(speakerOf(text)) ? blockOf(text, blocks) : text.id
    blocks.set(block, [...(blocks.get(block) ?? []), text])
  }
  return regrouped([...blocks.values()], questions)
}

function blockOf(text: Text, blocks: ReadonlyMap<string, readonly Text[]>): string {
  for (let n = 0; ; n += 1) {
    const name = `${text.sitting}/${speakerOf(text)}/${n}`
    if ((blocks.get(name)?.length ?? 0) < BLOCK) return name
  }
}

function paddedReplies({ texts, questions }: TestSet, abstracts: TestSet): TestSet {
  const listeners = secondSpeakers(texts)
  const padded = texts.map((text, n) => {
    const padding = abstracts.texts[n % abstracts.texts.length]?.text ?? ''
    return listeners.has(speakerOf(text)) ? { ...text, text: `${text.text}\n\n${padding}` } : text
  })
  return { texts: padded, questions }
}

function halfJoined(set: TestSet): TestSet {
  return joined(set, n => n % 2 === 0)
}

/** Texts that follow each other, until each note has enough words; only some of the notes become one text. */
function joined({ texts, questions }: TestSet, isJoined: (note: number) => boolean): TestSet {
  const notes: Text[][] = []
  let words = 0
  for (const text of texts) {
    const last = notes.at(-1)
    const isNew = last?.[0] === undefined || last[0].project !== text.project || words >= LONG_NOTE_WORDS
    if (isNew) notes.push([text])
    else last.push(text)
    words = (isNew ? 0 : words) + text.text.split(/\s+/).length
  }
  return regrouped(
    notes.flatMap((note, n) => (isJoined(n) ? [note] : note.map(text => [text]))),
    questions,
  )
}

function regrouped(groups: readonly (readonly Text[])[], questions: readonly Question[]): TestSet {
  const homes = new Map(
    groups.flatMap(([first, ...more]) => [first, ...more].map(text => [text?.id, first?.id] as const)),
  )
  const home = (id: string) => homes.get(id) ?? id
  return {
    texts: groups.flatMap(([first, ...more]) =>
      first === undefined ? [] : [{ ...first, text: [first, ...more].map(({ text }) => text).join('\n\n') }],
    ),
    questions: questions.map(question => ({ ...question, gold: [...new Set(question.gold.map(home))] })),
  }
}

function secondSpeakers(texts: readonly Text[]): ReadonlySet<string> {
  const speakers = new Map<string, string[]>()
  for (const text of texts) {
    const known = speakers.get(text.project) ?? []
    if (!known.includes(speakerOf(text))) speakers.set(text.project, [...known, speakerOf(text)])
  }
  return new Set([...speakers.values()].flatMap(([, second]) => (second === undefined ? [] : [second])))
}

function speakerOf({ text, project }: Text): string {
  return `${project}/${text.slice(0, text.indexOf(':'))}`
}
