/** A quiet tone, 8 kHz mono, 16 bit: the smallest media that converts quickly. */
export const tinyWav = (seconds = 1): Buffer => {
  const rate = 8000;
  const samples = Buffer.alloc(2 * rate * seconds);
  for (let index = 0; index < rate * seconds; index += 1)
    samples.writeInt16LE(Math.round(3000 * Math.sin((index * 2 * Math.PI * 440) / rate)), 2 * index);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
};
