import { type Command, table } from './command.ts'

const commandPrefix = 'npm run portal --'

/** The list of all commands, one per line. */
export function overview(commands: readonly Command[]): string {
  return [
    `Usage: ${commandPrefix} <command>`,
    '',
    ...table(
      commands.map((command) => [`  ${[command.name, ...(command.arguments ?? [])].join(' ')}`, command.summary]),
    ),
    '',
    `More about one: ${commandPrefix} help <command>`,
    'Commands work beside a running portal, or by themselves when none runs. They read the same environment.',
  ].join('\n')
}

/** The help of one command with its options. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { type }]) => [
    `  --${name}${type === 'string' ? ` ${name.toUpperCase()}` : ''}`,
    command.help?.[name] ?? '',
  ])
  const usage = [command.name, ...(command.arguments ?? []), ...(options.length > 0 ? ['[options]'] : [])]
  return [
    `Usage: ${commandPrefix} ${usage.join(' ')}`,
    command.summary,
    ...(options.length > 0 ? ['', ...table(options)] : []),
  ].join('\n')
}
