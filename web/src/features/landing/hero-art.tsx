import { Pause, SkipBack, SkipForward } from 'lucide-react';
import styles from './hero-art.module.css';

/** Heights of the waveform bars, in percent. */
const bars = [
  18, 26, 40, 34, 52, 68, 60, 82, 94, 76, 88, 100, 84, 70, 78, 58, 64, 46, 54, 38, 30, 42, 28, 20, 32, 22, 16, 24,
];
const PLAYED_BARS = 13;

/** A decorative picture of a player. */
export const HeroArt = () => (
  <div className={styles['art']} aria-hidden>
    <div className={styles['player']}>
      <svg className={styles['cover']} viewBox="0 0 400 260" preserveAspectRatio="xMidYMid slice">
        <defs>
          <linearGradient id="hero-sky" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#241038" />
            <stop offset="0.55" stopColor="#7c2457" />
            <stop offset="1" stopColor="#ff7a59" />
          </linearGradient>
          <radialGradient id="hero-sun">
            <stop offset="0" stopColor="#fff1d6" />
            <stop offset="0.6" stopColor="#ffb36b" />
            <stop offset="1" stopColor="#ff7a59" stopOpacity="0" />
          </radialGradient>
          <linearGradient id="hero-beam" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#fff" stopOpacity="0.42" />
            <stop offset="1" stopColor="#fff" stopOpacity="0" />
          </linearGradient>
        </defs>
        <rect width="400" height="260" fill="url(#hero-sky)" />
        <circle cx="200" cy="172" r="104" fill="url(#hero-sun)" />
        <path d="M70 0 L150 0 L210 190 L10 190Z" fill="url(#hero-beam)" opacity="0.5" />
        <path d="M250 0 L330 0 L392 190 L192 190Z" fill="url(#hero-beam)" opacity="0.5" />
        <path d="M0 196 Q60 172 118 190 T236 186 T340 192 T400 184 V260 H0Z" fill="#2a0f33" />
        <path d="M0 222 Q80 202 160 218 T310 214 T400 222 V260 H0Z" fill="#15081d" />
        <g fill="#0b0411">
          {[24, 52, 78, 112, 140, 176, 204, 236, 268, 296, 330, 362].map((x, index) => (
            <g key={x} transform={`translate(${x} ${222 + (index % 3) * 5})`}>
              <circle r="8" />
              <path d="M-13 30 Q-12 9 0 9 T13 30Z" />
              {index % 4 === 1 && <path d="M8 14 L17 -14 L21 -12 L14 18Z" />}
            </g>
          ))}
        </g>
      </svg>
      <div className={styles['bars']}>
        {bars.map((height, index) => (
          <i
            key={index}
            className={index < PLAYED_BARS ? styles['played'] : undefined}
            style={{ height: `${height}%` }}
          />
        ))}
      </div>
      <div className={styles['controls']}>
        <SkipBack size={20} />
        <span className={styles['play']}>
          <Pause size={22} fill="currentColor" />
        </span>
        <SkipForward size={20} />
      </div>
    </div>
  </div>
);
