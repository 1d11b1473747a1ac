import qrcode from 'qrcode-generator';
import styles from './security.module.css';

/** Modules of white around the code, which scanners need. */
const QUIET_ZONE = 4;

/** One path with a square for each dark module. */
const pathOf = (text: string): { readonly path: string; readonly size: number } => {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const squares: string[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (code.isDark(row, column)) squares.push(`M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`);
  return { path: squares.join(''), size: size + 2 * QUIET_ZONE };
};

/** A QR code: black on white in both themes, as scanners expect it. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { path, size } = pathOf(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={styles['qr']}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  );
};
