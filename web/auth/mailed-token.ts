/**
 * The token of a link from a mail. It stands behind # in the address, so that no server and no log ever sees it, and is
 * taken out of the address at once, so that no history and no screen keeps it.
 */
export function takeMailedToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
