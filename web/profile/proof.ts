import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { securityKey } from './queries.ts'

/** Does something for which the person may have to show first that it is still they. */
type Guarded = <Result>(task: () => Promise<Result>) => Promise<Result>

export const ProofContext = createContext<Guarded>((task) => task())

/** A change of how somebody signs in: guarded, and everything that is shown of it is asked for again. */
export function useChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const guarded = useContext(ProofContext)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => guarded(() => change(given)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityKey }),
  })
}
