import { requireSecondFactor, resetSecondFactors } from '../auth/factor-operator.ts'
import { createOutbox } from '../mail/outbox.ts'
import { argument, type Command, type Context, UsageError } from './command.ts'

const depsOf = async ({ open, clock, newId, random }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
})

export const requireCommand: Command = {
  name: 'account require-second-factor',
  summary: 'Has an account ask its members for a second factor (on), or no longer (off).',
  arguments: ['ACCOUNT', 'on|off'],
  run: async (context, given) => {
    const [account, wanted] = [argument(given, 0), argument(given, 1)]
    if (wanted !== 'on' && wanted !== 'off') throw new UsageError(`Say on or off, not "${wanted}".`)
    const ended = await requireSecondFactor(await depsOf(context), account, wanted === 'on')
    const signedOut = ended === 1 ? '1 session without one has ended' : `${ended} sessions without one have ended`
    context.out(
      wanted === 'on'
        ? `${account} asks its members for a second factor; ${signedOut}.`
        : `${account} no longer asks its members for a second factor.`,
    )
  },
}

export const resetCommand: Command = {
  name: 'user reset-second-factor',
  summary: 'Takes the second factors of a person who has lost them; they hear of it by mail.',
  arguments: ['EMAIL'],
  run: async (context, given) => {
    const { clock, newId, random, secrets } = context
    // The database first: it may make the secret that the mail is sealed with.
    const deps = await depsOf(context)
    const mail = createOutbox({ clock, newId, random, secrets: secrets() })
    await resetSecondFactors({ ...deps, mail }, argument(given, 0))
    context.out(`${argument(given, 0)} has no second factor any more. Be sure that it was they who asked.`)
  },
}
