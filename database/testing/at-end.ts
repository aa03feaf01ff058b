import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs work after the calling test, or after the file's last test when it is called outside of one. What is opened in a test
 * would otherwise never be closed: there, Vitest drops `afterAll` without a word.
 */
export function atEnd(work: () => unknown): void {
  const close = async () => void (await work())
  if (TestRunner.getCurrentTest() === undefined) afterAll(close)
  else onTestFinished(close)
}
