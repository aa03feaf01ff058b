import type { CSSProperties, ReactNode } from 'react'
import { brandTokens } from '#contract/brand/colours.ts'
import { BrandLogo } from '#web/ui/BrandLogo.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import tokenSheet from '#web/ui/styles/tokens.css?raw'
import { t } from '#web/ui/text.ts'

type BrandPreviewProps = { theme: 'light' | 'dark'; name: string; colour: string | null; logo: string | null }

/** The colours of the light design and those that are others in the dark one, as the portal's style sheet has them. */
const [light = {}, dark = {}] = [...tokenSheet.matchAll(/:root(?:\[data-theme='dark'\])?\s*\{([^}]*)\}/g)].map(
  ([, body = '']) =>
    Object.fromEntries([...body.matchAll(/(--[a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value])),
)
const designs = { light, dark: { ...light, ...dark } }

/** The head of a page, a link and a button as the portal would show them, in one of its two designs. */
export function BrandPreview({ theme, name, colour, logo }: BrandPreviewProps): ReactNode {
  const own = colour === null ? [] : brandTokens(colour)[theme].map(([token, value]) => [`--${token}`, value])
  const style = { ...designs[theme], ...Object.fromEntries(own) } as CSSProperties
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm font-medium">{t(`content.brand.${theme}`)}</figcaption>
      <div
        data-preview={theme}
        aria-hidden
        style={style}
        className="overflow-hidden rounded-card border border-border bg-surface text-text"
      >
        <div className="flex h-16 items-center gap-3 border-b border-border bg-raised px-4">
          <BrandLogo logo={logo} className="size-8 shrink-0" />
          <span dir="auto" className="min-w-0 truncate text-lg font-semibold">
            {name}
          </span>
        </div>
        <div className="flex flex-col items-start gap-3 p-4">
          <p>
            <span className="font-medium text-brand-text underline underline-offset-4">SO-10042</span>{' '}
            <span className="text-muted">{t('content.brand.sample')}</span>
          </p>
          <span className={buttonClass('primary')}>{t('content.brand.sample.button')}</span>
        </div>
      </div>
    </figure>
  )
}
