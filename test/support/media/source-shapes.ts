/**
 * A source of a shape of its own, as ffmpeg makes it, and what a viewer must see and hear of it. Upright, its upper
 * left quarter is red, the rest blue.
 */
export interface SourceShape {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Changes the made file's bytes. */
  readonly edit?: (bytes: Buffer) => void;
  /** Seconds. */
  readonly duration: number;
  /** Size of the best rendition; undefined for music. */
  readonly size?: readonly [width: number, height: number];
  readonly sound: boolean;
}

const RED_QUARTER = 'drawbox=x=0:y=0:w=iw/2:h=ih/2:color=red:t=fill';

/** Blue with a red box. A box that is drawn lower left comes to the upper left by a clockwise quarter turn. */
const picture = (size: string, seconds: number, rate = 25, box = RED_QUARTER): readonly string[] => ['-f', 'lavfi', '-i', `color=blue:s=${size}:r=${rate}:d=${seconds},${box}`];
const tone = (seconds: number, rate = 48_000): readonly string[] => ['-f', 'lavfi', '-i', `sine=f=440:r=${rate}:d=${seconds}`];
/** Bytes of a track header from its name to its matrix: version, times, id, duration, layer, group and volume. */
const MATRIX_AT = 44;

/**
 * Lets players turn the first track of a MOV by a quarter clockwise. Programs do not agree on how they are asked for
 * it, so the matrix is written here.
 */
const turnClockwise = (bytes: Buffer, codedHeight: number): void => {
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, codedHeight * 0x10000, 0, 0x40000000];
  const start = bytes.indexOf('tkhd', 0, 'latin1') + MATRIX_AT;
  for (const [index, value] of matrix.entries()) bytes.writeInt32BE(value, start + index * 4);
};

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac'];

/** Every shape in which sources come. Short, so that all of them are converted and played in one test. */
export const SOURCE_SHAPES: readonly SourceShape[] = [
  { name: 'landscape, more than one segment', file: 'landscape.mp4', duration: 7, size: [1280, 720], sound: true, args: [...picture('1280x720', 7), ...tone(7), ...H264, ...AAC] },
  { name: 'portrait', file: 'portrait.mp4', duration: 2, size: [360, 640], sound: true, args: [...picture('360x640', 2), ...tone(2), ...H264, ...AAC] },
  { name: 'square', file: 'square.mov', duration: 2, size: [400, 400], sound: true, args: [...picture('400x400', 2), ...tone(2), ...H264, ...AAC] },
  { name: 'turned by metadata', file: 'turned.mov', duration: 2, size: [240, 320], sound: true, args: [...picture('320x240', 2, 25, 'drawbox=x=0:y=ih/2:w=iw/2:h=ih/2:color=red:t=fill'), ...tone(2), ...H264, ...AAC], edit: (bytes) => turnClockwise(bytes, 240) },
  { name: 'tiny', file: 'tiny.mp4', duration: 2, size: [48, 36], sound: false, args: [...picture('48x36', 2, 10), ...H264] },
  { name: '4K', file: '4k.mp4', duration: 1, size: [3840, 2160], sound: false, args: [...picture('3840x2160', 1, 12), ...H264] },
  { name: 'no sound', file: 'silent.avi', duration: 2, size: [320, 240], sound: false, args: [...picture('320x240', 2), '-c:v', 'mpeg4', '-q:v', '3'] },
  { name: 'sound only, stereo at 44.1 kHz', file: 'sound.m4a', duration: 3, sound: true, args: [...tone(3, 44_100), '-ac', '2', ...AAC] },
  { name: 'sound only, mono', file: 'mono.flac', duration: 3, sound: true, args: [...tone(3), '-c:a', 'flac'] },
  { name: 'sound only, 5.1', file: 'surround.wav', duration: 2, sound: true, args: [...tone(2), '-ac', '6', '-c:a', 'pcm_s16le'] },
  { name: 'variable frame rate', file: 'variable.mkv', duration: 4, size: [320, 180], sound: true, args: [...picture('320x180', 4, 30), ...tone(4), '-vf', "select='lt(t,1)+not(mod(n,7))'", '-vsync', 'vfr', ...H264, ...AAC] },
  { name: 'interlaced', file: 'interlaced.mpg', duration: 2, size: [720, 404], sound: true, args: [...picture('720x576', 2), ...tone(2), '-vf', 'setsar=64/45,setfield=tff', '-c:v', 'mpeg2video', '-q:v', '4', '-flags', '+ilme+ildct', '-top', '1', '-c:a', 'mp2'] },
  { name: 'odd sizes', file: 'odd.mkv', duration: 2, size: [320, 180], sound: true, args: [...picture('321x181', 2), ...tone(2), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p', ...AAC] },
  { name: '5.1 sound', file: 'surround.mkv', duration: 2, size: [320, 240], sound: true, args: [...picture('320x240', 2), ...tone(2), ...H264, '-ac', '6', '-c:a', 'ac3'] },
  { name: 'mono sound at 22 kHz', file: 'mono.mp4', duration: 2, size: [320, 240], sound: true, args: [...picture('320x240', 2), ...tone(2, 22_050), ...H264, ...AAC] },
  { name: 'sound at 44.1 kHz', file: 'cd.mp4', duration: 2, size: [320, 240], sound: true, args: [...picture('320x240', 2, 24), ...tone(2, 44_100), ...H264, '-ac', '2', ...AAC] },
  { name: '100 frames a second', file: 'fast.mp4', duration: 2, size: [320, 240], sound: false, args: [...picture('320x240', 2, 100), ...H264] },
  { name: 'sound longer than the picture', file: 'longer.mp4', duration: 4, size: [320, 240], sound: true, args: [...picture('320x240', 2), ...tone(4), ...H264, ...AAC] },
];
