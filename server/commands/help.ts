import { type Command, table } from './command.ts'

const call = 'npm run portal --'

/** All commands, one a line. */
export function overview(commands: readonly Command[]): string {
  return [
    `Usage: ${call} <command>`,
    '',
    ...table(
      commands.map((command) => [`  ${[command.name, ...(command.arguments ?? [])].join(' ')}`, command.summary]),
    ),
    '',
    `More about one: ${call} help <command>`,
    'Commands work beside a running portal, or by themselves when none runs. They read the same environment.',
  ].join('\n')
}

/** One command with its options. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { type }]) => [
    `  --${name}${type === 'string' ? ` ${name.toUpperCase()}` : ''}`,
    command.help?.[name] ?? '',
  ])
  const words = [command.name, ...(command.arguments ?? []), ...(options.length > 0 ? ['[options]'] : [])]
  return [
    `Usage: ${call} ${words.join(' ')}`,
    command.summary,
    ...(options.length > 0 ? ['', ...table(options)] : []),
  ].join('\n')
}
