/** ffmpeg arguments written as on a command line. */
const args = (line: string): readonly string[] => line.split(' ');
const H264 = '-c:v libx264 -pix_fmt yuv420p';

/** Source shapes with the video rungs and the number of audio rungs of their expected ladder. */
export const SOURCES: readonly (readonly [
  name: string,
  args: readonly string[],
  extension: string,
  rungs: readonly string[],
  audioRungs: number,
])[] = [
  [
    'portrait',
    args(`-f lavfi -i testsrc2=s=360x640:r=25:d=3 -f lavfi -i sine=d=3 ${H264}`),
    'mp4',
    ['240x426', '360x640'],
    1,
  ],
  ['silent', args('-f lavfi -i testsrc2=s=320x240:r=15:d=3 -c:v mpeg4'), 'avi', ['320x240'], 0],
  ['odd-sized', args('-f lavfi -i testsrc2=s=321x181:r=24:d=3 -c:v libx264 -pix_fmt yuv444p'), 'mkv', ['320x180'], 0],
  ['wide pixels', args(`-f lavfi -i testsrc2=s=240x240:r=25:d=3 -vf setsar=2/1 ${H264}`), 'mkv', ['240x120'], 0],
  [
    'broadcast',
    args('-f lavfi -i testsrc2=s=352x288:r=25:d=3 -f lavfi -i sine=d=3 -c:v mpeg2video -c:a mp2'),
    'ts',
    ['294x240', '352x288'],
    1,
  ],
  [
    'flash',
    args(`-f lavfi -i testsrc2=s=400x300:r=25:d=3 -f lavfi -i sine=r=44100:d=3 ${H264} -c:a aac`),
    'flv',
    ['320x240', '400x300'],
    1,
  ],
  ['Windows Media', args('-f lavfi -i sine=d=3 -c:a wmav2'), 'wma', [], 2],
  ['square, fast', args(`-f lavfi -i testsrc2=s=200x200:r=120:d=2 ${H264}`), 'mov', ['200x200'], 0],
];
