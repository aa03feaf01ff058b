import { useQuery } from '@tanstack/react-query'
import { avatarQuery } from '../api/avatar.ts'

/** The person's picture, shown over their initials once it is loaded. */
export function Picture({ at }: { at: string }) {
  const { data: source } = useQuery(avatarQuery(at))
  return source && <img src={source} alt="" className="absolute inset-0 size-full object-cover" />
}
