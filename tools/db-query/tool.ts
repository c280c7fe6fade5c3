import process from 'node:process'
import { secret } from '../_shared/secrets.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { type Address, addressOf } from './address.ts'
import type { Answer, Question } from './answer.ts'
import { saidOf } from './failures.ts'
import { READ_SQLITE } from './sqlite.ts'
import { whyNotRead } from './statement.ts'

interface Input {
  sql: string
  limit: number
  timeout_seconds: number
}

if (process.argv[2] === READ_SQLITE) import('./sqlite-reader.ts').then(({ serveSqlite }) => serveSqlite())
else
  defineTool<Input>({
    meta: {
      name: 'db-query',
      display_name: 'Database query',
      description: 'Runs one statement that only reads, on PostgreSQL, MySQL, MariaDB or SQLite, and shows its rows.',
      version: '1.0.0',
      effect: 'read',
      timeout_seconds: 90,
      tags: ['data'],
      secrets: [
        {
          env_var: 'DATABASE_URL',
          description: 'Where the database is: postgresql://…, mysql://…, sqlite:<file>. A role that can only read.',
          required: true,
          scope: '{{input.environment}}',
        },
      ],
      form_layout: [
        { key: 'sql', type: 'code', language: 'sql', label: 'Statement', placeholder: 'SELECT …', required: true },
        {
          key: 'environment',
          type: 'select',
          label: 'Environment',
          options: ['default', 'staging', 'production'],
          help: 'Whose DATABASE_URL: furrow secrets set DATABASE_URL --scope staging',
        },
        { key: 'limit', type: 'text', label: 'Rows at most', placeholder: '1000' },
        { key: 'timeout_seconds', type: 'text', label: 'Seconds at most', placeholder: '10' },
      ],
      input_schema: {
        type: 'object',
        properties: {
          sql: { type: 'string', minLength: 1, maxLength: 100_000, description: 'One statement' },
          environment: { type: 'string', enum: ['default', 'staging', 'production'], description: 'Whose database' },
          limit: { type: 'integer', minimum: 1, maximum: 100_000, default: 1000, description: 'Rows at most' },
          timeout_seconds: { type: 'integer', minimum: 1, maximum: 60, default: 10 },
        },
        required: ['sql'],
        additionalProperties: false,
      },
      output_schema: {
        type: 'object',
        properties: {
          server: { type: 'string' },
          columns: { type: 'array', items: { type: 'object' } },
          rows: { type: 'array', items: { type: 'array' } },
          row_count: { type: 'integer' },
          truncated: { type: 'boolean' },
          note: { type: 'string' },
        },
      },
      result_actions: [
        {
          id: 'create-task',
          label: 'Create task from result',
          icon: 'plus',
          condition: '$.ok == true and $.data.row_count > 0',
          prompt_template:
            'A query of {{project}} answered what is below. Say in the new task what has to be done about it, and why; look into the code where that helps.\n\nStatement: {{input.sql}}\n\nColumns: {{result.data.columns | json}}\n\nRows: {{result.data.rows | json | truncate:20000}}',
          operation: {
            name: 'task.add',
            input: {
              title: 'Look into what a database query showed',
              body: 'Statement:\n\n{{input.sql}}\n\n{{result.data.row_count}} rows:\n\n{{result.data.rows | json | truncate:8000}}',
              labels: ['tool-result'],
            },
          },
        },
      ],
      render: { kind: 'table' },
    },
    async run({ sql, limit, timeout_seconds: seconds }, { root, signal }: ToolContext) {
      const address = addressOf(secret('DATABASE_URL'), root)
      const why = whyNotRead(sql, address.dialect)
      if (why !== undefined) return { ok: false, error: `${why} This tool only reads: SELECT, WITH, EXPLAIN, SHOW.` }
      try {
        return shown(await read(address, { sql, rows: limit, seconds, signal }))
      } catch (error) {
        return { ok: false, error: saidOf(error, sql) }
      }
    },
  })

async function read(address: Address, question: Question): Promise<Answer> {
  switch (address.dialect) {
    case 'postgresql':
      return (await import('./postgres.ts')).readPostgres(address.url, question)
    case 'mysql':
      return (await import('./mysql.ts')).readMysql(address.url, question)
    case 'sqlite':
      return (await import('./sqlite.ts')).readSqlite(address.files, question)
  }
}

const NOTES = {
  rows: 'There are more rows; ask for more with limit, or for fewer in the statement.',
  bytes: 'There is more than fits an answer; select fewer rows or columns.',
}

function shown({ cut, ...answer }: Answer) {
  const note = cut === undefined ? {} : { note: NOTES[cut] }
  return { ...answer, row_count: answer.rows.length, truncated: cut !== undefined, ...note }
}
