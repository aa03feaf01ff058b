import { pingScanner } from '#server/requests/virus-scan.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './waiting.ts'

/** Checks whether the virus scanner answers: without it no file is taken. */
export async function checkScanner({ config: { CLAMD } }: DoctorContext): Promise<Finding> {
  if (CLAMD === undefined) return ['ok', 'files that people send are not looked at for viruses: CLAMD is not set.']
  try {
    await pingScanner(CLAMD)
    return ['ok', 'the virus scanner answers.']
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      'bad',
      `the virus scanner does not answer (${reason}): people can send no files. Start clamd, or mend CLAMD.`,
    ]
  }
}
