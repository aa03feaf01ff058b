import { type Config, whyNoDemo } from './config.ts'

/** Warnings for the operator about how the portal was started, a sentence each; `uid` is the user that it runs as. */
export function startWarnings(config: Config, uid: number | undefined): string[] {
  const lines: string[] = []
  if (uid === 0) {
    lines.push(
      'The portal runs as root: whoever found a way into it would own the machine. Start it as a user of its own that owns DATA_DIR.',
    )
  }
  if (config.PUBLIC_URL === undefined && whyNoDemo(config)?.includes('HOST=')) {
    lines.push(
      'PUBLIC_URL is not set, though other machines reach the portal: mails lead to localhost, and it answers under any name. Set it to the address that people type.',
    )
  }
  return lines
}
