import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest begin, or one of them runs on alone at the end of its suite. */
const LONGEST =
  /\/(?:parity|accessibility|crash|full-disk|errors|fixes|hostile|http-fuzz|changes|clients|model)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files)
    const [long, short] = [true, false].map(is => ordered.filter(({ moduleId }) => LONGEST.test(moduleId) === is))
    return [...(long ?? []), ...(short ?? [])]
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
    ...more,
  },
})

/** Time limits here are hang guards; no test asserts an absolute time. */
export default defineConfig({
  test: {
    projects: [
      suite('unit', ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts']),
      suite('doors', ['tests/doors/**/*.test.ts', 'tests/tools/**/*.test.ts'], { testTimeout: 600_000 }),
      suite('browser', ['tests/browser/**/*.test.ts'], { testTimeout: 600_000 }),
      suite('faults', ['tests/faults/**/*.test.ts'], { testTimeout: 1_200_000 }),
      suite('soak', ['tests/faults/**/*.soak.ts'], { testTimeout: 7_200_000, fileParallelism: false }),
    ],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 2,
  },
})
