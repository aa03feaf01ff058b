import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

/** The browser's own barcode detector, which TypeScript's DOM types do not include yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: new () => Detector
  }
}

type ScannerProps = { onRead: (text: string) => void; onStop: () => void }

/** Shows the camera's picture until it contains a code; the camera is released on unmount. */
export function Scanner({ onRead, onStop }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const onReadRef = useRef(onRead)
  onReadRef.current = onRead
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let frame = 0
    let mounted = true
    const startCamera = async () => {
      const videoElement = video.current
      const Reader = window.BarcodeDetector
      if (!videoElement || !Reader) throw new Error('There is no reader of barcodes')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!mounted) return release(stream)
      videoElement.srcObject = stream
      await videoElement.play()
      const detector = new Reader()
      const detectNext = async () => {
        const [barcode] = mounted && videoElement.readyState >= 2 ? await detector.detect(videoElement) : []
        if (!mounted) return
        if (barcode && barcode.rawValue !== '') onReadRef.current(barcode.rawValue)
        else frame = requestAnimationFrame(() => void detectNext().catch(() => setFailed(true)))
      }
      await detectNext()
    }
    startCamera().catch(() => {
      if (mounted) setFailed(true)
    })
    return () => {
      mounted = false
      cancelAnimationFrame(frame)
      release(stream)
    }
  }, [])
  return (
    <section aria-label={t('items.scan.title')} className="mt-4">
      {failed ? (
        <p role="alert" className="text-bad">
          {t('items.scan.failed')}
        </p>
      ) : (
        <>
          <p className="mb-2 text-sm">{t('items.scan.text')}</p>
          <video
            ref={video}
            muted
            playsInline
            className="aspect-[16/9] w-full max-w-md rounded-card bg-sunken object-cover"
          />
        </>
      )}
      <Button size="small" className="mt-3" onClick={onStop}>
        {t('items.scan.stop')}
      </Button>
    </section>
  )
}

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
