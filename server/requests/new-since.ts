import { newForDays } from '#contract/requests/conversation-rules.ts'

/** The moment since which what the other side wrote may be new to a person. */
export const newSince = (now: Date): Date => new Date(now.getTime() - newForDays * 86_400_000)
