import type { Reporter, TestModule } from 'vitest/node'

/** The tests of a file that began and have no result, or its file alone while it is loaded or cleaned up. */
const describeUnfinished = (module: TestModule): string => {
  const pending = [...module.children.allTests()].filter((test) => test.result().state === 'pending')
  const names = pending.slice(0, 3).map((test) => test.fullName)
  return [module.relativeModuleId, ...names].join(' › ')
}

/**
 * A reporter of Vitest that says, when a stage is stopped because it takes too long, which files had begun and not ended.
 * Without it a test that never ends leaves nothing but the names of all that did.
 */
export class UnfinishedReporter implements Reporter {
  private readonly running = new Map<string, TestModule>()

  onInit(): void {
    process.once('SIGTERM', () => {
      const lines = [...this.running.values()].map(describeUnfinished)
      process.stdout.write(`\nBegun and not ended:\n${lines.join('\n')}\n`, () => process.exit(1))
    })
  }

  onTestModuleQueued(module: TestModule): void {
    this.running.set(module.id, module)
  }

  onTestModuleEnd(module: TestModule): void {
    this.running.delete(module.id)
  }
}
