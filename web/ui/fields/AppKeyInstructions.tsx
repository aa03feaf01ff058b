import { CopyButton } from '../CopyButton.tsx'
import { t } from '../text.ts'

type AppKeyProps = { secret: string; qr: { size: number; path: string } }

/** How to set an authenticator app up: the key as a QR code and as text. */
export function AppKeyInstructions({ secret, qr }: AppKeyProps) {
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <>
      <p>{t('security.app.scan')}</p>
      <svg
        role="img"
        aria-label={t('security.app.qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-52 rounded-control"
      >
        {/* Black on white in the dark theme too: many apps read no other. */}
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <div>
        <p>{t('security.app.key')}</p>
        <p className="mt-1 flex items-center gap-2">
          <code dir="ltr" className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 text-sm break-words">
            {groups}
          </code>
          <CopyButton text={secret} what={t('security.app.key.name')} />
        </p>
      </div>
      <p>{t('security.app.code')}</p>
    </>
  )
}
