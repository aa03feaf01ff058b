import { type Challenge, pendingChallenge, rememberChallenge } from './second-factor-challenge.ts'

/**
 * The challenge with which the page opens. Single sign-on puts its own into the address: it takes the place of one that
 * is stored, and is removed from the address.
 */
export function openedChallenge(): Challenge {
  const values = new URLSearchParams(location.hash.slice(1))
  const methods = values.get('methods')
  if (methods !== null) {
    rememberChallenge({ methods: methods.split(','), enrols: values.get('enrols') === 'true' })
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return pendingChallenge()
}
