import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations, SUITES } from './scripts/suites.mjs'

/** The files that take longest begin, or one of them runs on alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations()
    const seconds = ({ moduleId }: TestSpecification) => durations[path.relative(import.meta.dirname, moduleId)] ?? 0
    return [...files].sort((one, other) => seconds(other) - seconds(one))
  }
}

const suite = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: {
    name,
    include,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    environment: 'node',
    chaiConfig: { truncateThreshold: 4_000 },
    expect: { poll: { timeout: 120_000 } },
    ...more,
  },
})

/** Time limits here are hang guards; no test asserts an absolute time. */
export default defineConfig({
  test: {
    projects: [
      suite('unit', SUITES.unit),
      suite('doors', SUITES.doors, { testTimeout: 600_000 }),
      suite('browser', SUITES.browser, { testTimeout: 600_000 }),
      suite('faults', SUITES.faults, { testTimeout: 1_200_000 }),
      suite('soak', ['tests/faults/**/*.soak.ts'], { testTimeout: 7_200_000, fileParallelism: false }),
    ],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 2,
  },
})
