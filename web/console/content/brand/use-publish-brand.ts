import { useMutation, useQueryClient } from '@tanstack/react-query'
import { brandStyles } from '#contract/brand/colours.ts'
import { portalQuery } from '#web/console/portal-query.ts'
import { contentKey } from '../queries.ts'

/** Publishes a brand, and shows it at once in this window, too. */
export function usePublishBrand<Input>(publish: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: async () => {
      const showPortal = async () => {
        await cache.refetchQueries({ queryKey: portalQuery.queryKey })
        // Together with the name, however long the rest of the page takes.
        showColour(cache.getQueryData(portalQuery.queryKey)?.brandColor ?? null)
      }
      await Promise.all([cache.invalidateQueries({ queryKey: [contentKey] }), showPortal()])
    },
  })
}

let shown: CSSStyleSheet | undefined

/** Puts a colour in the place of that with which the page came. */
function showColour(colour: string | null): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[href^="/brand.css"]')) link.disabled = true
  shown ??= new CSSStyleSheet()
  shown.replaceSync(colour === null ? '' : brandStyles(colour))
  if (!document.adoptedStyleSheets.includes(shown)) document.adoptedStyleSheets.push(shown)
}
