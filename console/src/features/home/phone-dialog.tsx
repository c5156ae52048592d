import encodeQR from 'qr';
import { isLoopbackHost } from '../../lib/try-out.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';

/** Shows the address of an approval request as a QR code, or how to make the console reachable for a phone. */
export function PhoneDialog({ approvalId, onClose }: { readonly approvalId: string; readonly onClose: () => void }) {
  const { host, hostname, origin, port } = location;
  const url = `${origin}/approvals/${approvalId}`;
  return (
    <Dialog title={w.home.onPhone} onClose={onClose}>
      {isLoopbackHost(hostname) ? (
        <div className="flex flex-col gap-3">
          <p>{w.home.onPhoneLoopback({ host })}</p>
          <Copyable text={`HOST=0.0.0.0 PUBLIC_URL=http://192.168.1.20:${port || '80'} npm start`} />
        </div>
      ) : (
        <div className="flex flex-col items-center gap-3">
          <p>{w.home.onPhoneHint}</p>
          <QrCode text={url} />
          <Copyable text={url} className="max-w-full" />
        </div>
      )}
    </Dialog>
  );
}

/** Width of the white margin that scanners need, in modules. */
const QUIET_ZONE = 4;

function QrCode({ text }: { readonly text: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  // Always black on white: cameras do not read inverted codes.
  return (
    <svg
      role="img"
      aria-label={w.home.qrCode({ url: text })}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-64 max-w-full forced-color-adjust-none"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
