/** Days after which what the supplier wrote is new to nobody. */
const newForDays = 30

/** The moment since which what the supplier wrote may be new to a person. */
export const newSince = (now: Date): Date => new Date(now.getTime() - newForDays * 86_400_000)
