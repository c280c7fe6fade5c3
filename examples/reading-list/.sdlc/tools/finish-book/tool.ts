import { readFileSync, writeFileSync } from 'node:fs'
import { defineTool } from '../_shared/tool.ts'

interface Book {
  title: string
}

defineTool({
  meta: {
    name: 'finish-book',
    display_name: 'Finish a book',
    description: 'Takes a book that was read off the shelf file.',
    version: '1.0.0',
    requires_setup: false,
    effect: 'destructive',
    tags: ['data'],
    input_schema: {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1 },
        file: { type: 'string', default: 'shelf.json' },
      },
      required: ['title'],
    },
    output_schema: { type: 'object' },
    form_layout: [
      { key: 'title', type: 'text', label: 'Title', placeholder: 'Thinking in Systems' },
      { key: 'file', type: 'text', label: 'Shelf file', placeholder: 'shelf.json' },
    ],
  },
  async run({ title, file = 'shelf.json' }: { title: string; file?: string }) {
    const books: Book[] = JSON.parse(readFileSync(file, 'utf8'))
    const left = books.filter(book => book.title !== title)
    if (left.length === books.length) return { ok: false, error: `${title} is not on the shelf.` }
    writeFileSync(file, `[\n${left.map(book => `  ${JSON.stringify(book)}`).join(',\n')}\n]\n`)
    return { ok: true, data: { finished: title, left: left.length } }
  },
})
