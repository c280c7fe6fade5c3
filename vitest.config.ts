import { defineConfig } from 'vitest/config'

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
      suite('browser', ['tests/browser/**/*.test.ts'], { testTimeout: 600_000, fileParallelism: false }),
      suite('faults', ['tests/faults/**/*.test.ts'], { testTimeout: 1_200_000, fileParallelism: false }),
      suite('soak', ['tests/faults/**/*.soak.ts'], { testTimeout: 7_200_000, fileParallelism: false }),
    ],
    pool: 'forks',
    maxWorkers: 2,
  },
})
