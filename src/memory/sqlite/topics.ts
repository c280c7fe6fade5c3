import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { RecordFilter, TopicMonth } from '../port.ts'
import { conditionFor } from './filter.ts'

/** By the month in which a record was made, the oldest first. */
export function topicMonthsOf(database: Database, filter: RecordFilter): TopicMonth[] {
  const { sql, values } = conditionFor(filter)
  const rows = prepared<{ topic: string | null; month: string; records: number }>(
    database,
    `SELECT CASE WHEN instr(topic_key, '/') > 0 THEN substr(topic_key, 1, instr(topic_key, '/') - 1) ELSE topic_key END AS topic,
       strftime('%Y-%m', created_at / 1000, 'unixepoch') AS month, count(*) AS records
     FROM observations WHERE ${sql} GROUP BY 1, 2 ORDER BY 2, 1`,
  ).all(...values)
  return rows.map(({ topic, ...row }) => ({ ...row, ...(topic !== null && { topic }) }))
}
