import { readFileSync } from 'node:fs'
import { defineTool } from '../_shared/tool.ts'

interface Book {
  title: string
  priority: number
  pages: number
}

defineTool({
  meta: {
    name: 'shelf-stats',
    display_name: 'Shelf statistics',
    description: 'Counts the books of a shelf file and how many pages wait in each priority.',
    version: '1.0.0',
    requires_setup: false,
    effect: 'read',
    tags: ['data'],
    input_schema: {
      type: 'object',
      properties: {
        file: { type: 'string', default: 'shelf.json' },
        longest: { type: 'number', default: 3 },
      },
    },
    output_schema: { type: 'object' },
    form_layout: [
      { key: 'file', type: 'text', label: 'Shelf file', placeholder: 'shelf.json' },
      { key: 'longest', type: 'text', label: 'How many of the longest books' },
    ],
    render: { kind: 'table', path: 'longest', columns: ['title', 'pages', 'priority'] },
    result_actions: [
      {
        label: 'Plan the next month',
        icon: 'rocket',
        condition: '$.data.pages > 500',
        prompt_template: 'These pages wait: {{result.data | json}}. Propose what to read next month, and why.',
      },
    ],
  },
  async run(input: { file?: string; longest?: number }) {
    const books: Book[] = JSON.parse(readFileSync(input.file ?? 'shelf.json', 'utf8'))
    const longest = [...books].sort((a, b) => b.pages - a.pages).slice(0, Number(input.longest ?? 3))
    const pages = books.reduce((sum, book) => sum + book.pages, 0)
    return { ok: true, data: { books: books.length, pages, longest } }
  },
})
