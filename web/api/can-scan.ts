/** Whether this browser reads codes from the picture of a camera. */
export const canScan = typeof window !== 'undefined' && 'BarcodeDetector' in window && 'mediaDevices' in navigator
