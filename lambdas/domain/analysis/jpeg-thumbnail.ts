/**
 * A tiny picture of a JPEG, for comparing frames. It reads only the average of each 8x8 block (the DC coefficient),
 * which is what such a picture needs, at a tenth of the time of decoding the pixels. Baseline JPEGs only, which is what
 * MediaConvert captures.
 */
export interface Thumbnail {
  /** Averages of brightness and of the two color differences, each `SIDE` x `SIDE`, 0 to 255. */
  readonly planes: readonly (readonly number[])[];
}

/** Cells in a row and in a column. */
export const SIDE = 16;

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantizer: number;
  dc: number;
  ac: number;
  /** Blocks in a row, and all DC values, row by row. */
  width: number;
  values: Float32Array;
}

/** A Huffman table: symbols by length and code. */
type Huffman = readonly ReadonlyMap<number, number>[];

const readHuffman = (data: Uint8Array, at: number): { readonly table: Huffman; readonly next: number } => {
  const table: Map<number, number>[] = Array.from({ length: 17 }, () => new Map<number, number>());
  let symbol = at + 16;
  let code = 0;
  for (let length = 1; length <= 16; length += 1) {
    for (let count = data[at + length - 1] ?? 0; count > 0; count -= 1) {
      table[length]?.set(code, data[symbol] ?? 0);
      symbol += 1;
      code += 1;
    }
    code *= 2;
  }
  return { table, next: symbol };
};

class Unreadable extends Error {}

/** Reads bits of the scan, without the zero bytes that are stuffed into it. */
const createBits = (data: Uint8Array, start: number) => {
  let at = start;
  let buffer = 0;
  let left = 0;
  const bit = (): number => {
    if (left === 0) {
      buffer = data[at] ?? -1;
      if (buffer < 0) throw new Unreadable();
      if (buffer === 0xff) {
        if (data[at + 1] !== 0) throw new Unreadable();
        at += 1;
      }
      at += 1;
      left = 8;
    }
    left -= 1;
    return (buffer >> left) & 1;
  };
  return {
    symbol(table: Huffman): number {
      let code = 0;
      for (let length = 1; length <= 16; length += 1) {
        code = code * 2 + bit();
        const found = table[length]?.get(code);
        if (found !== undefined) return found;
      }
      throw new Unreadable();
    },
    /** A signed number in JPEG's notation. */
    number(size: number): number {
      let value = 0;
      for (let read = 0; read < size; read += 1) value = value * 2 + bit();
      return size > 0 && value < 2 ** (size - 1) ? value - 2 ** size + 1 : value;
    },
    /** Skips a restart marker. */
    restart(): void {
      left = 0;
      if (data[at] !== 0xff || ((data[at + 1] ?? 0) & 0xf8) !== 0xd0) throw new Unreadable();
      at += 2;
    },
  };
};

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: Component[];
}

const MAX_PIXELS = 4096 * 4096;

const readFrame = (data: Uint8Array, at: number): Frame => {
  const word = (offset: number): number => (data[offset] ?? 0) * 256 + (data[offset + 1] ?? 0);
  const height = word(at + 1);
  const width = word(at + 3);
  const count = data[at + 5] ?? 0;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS || (count !== 1 && count !== 3))
    throw new Unreadable();
  const components = Array.from({ length: count }, (_, index): Component => {
    const offset = at + 6 + 3 * index;
    const sampling = data[offset + 1] ?? 0;
    const [across, down] = [sampling >> 4, sampling & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new Unreadable();
    return {
      id: data[offset] ?? 0,
      across,
      down,
      quantizer: data[offset + 2] ?? 0,
      dc: 0,
      ac: 0,
      width: 0,
      values: new Float32Array(),
    };
  });
  return { width, height, components };
};

type Bits = ReturnType<typeof createBits>;

/** Reads one block and returns the difference of its DC value. */
const readBlock = (bits: Bits, dc: Huffman, ac: Huffman): number => {
  const difference = bits.number(bits.symbol(dc));
  for (let index = 1; index < 64; index += 1) {
    const symbol = bits.symbol(ac);
    const size = symbol & 15;
    if (size === 0) {
      if (symbol >> 4 !== 15) break;
      index += 15;
      continue;
    }
    index += symbol >> 4;
    bits.number(size);
  }
  return difference;
};

interface Tables {
  readonly dc: Map<number, Huffman>;
  readonly ac: Map<number, Huffman>;
  /** First value of each quantization table. */
  readonly quantizers: Map<number, number>;
  restartInterval: number;
}

const readScan = (data: Uint8Array, start: number, { components, width, height }: Frame, tables: Tables): void => {
  const widest = Math.max(...components.map(({ across }) => across));
  const highest = Math.max(...components.map(({ down }) => down));
  const columns = Math.ceil(width / (8 * widest));
  const rows = Math.ceil(height / (8 * highest));
  for (const component of components) {
    component.width = columns * component.across;
    component.values = new Float32Array(component.width * rows * component.down);
  }
  const bits = createBits(data, start);
  let predictions = components.map(() => 0);
  for (let unit = 0; unit < columns * rows; unit += 1) {
    if (tables.restartInterval > 0 && unit > 0 && unit % tables.restartInterval === 0) {
      bits.restart();
      predictions = components.map(() => 0);
    }
    const [column, row] = [unit % columns, Math.floor(unit / columns)];
    for (const [index, component] of components.entries()) {
      const [dc, ac] = [tables.dc.get(component.dc), tables.ac.get(component.ac)];
      const quantizer = tables.quantizers.get(component.quantizer);
      if (!dc || !ac || quantizer === undefined) throw new Unreadable();
      for (let block = 0; block < component.across * component.down; block += 1) {
        const value = (predictions[index] ?? 0) + readBlock(bits, dc, ac);
        predictions[index] = value;
        const x = column * component.across + (block % component.across);
        const y = row * component.down + Math.floor(block / component.across);
        component.values[y * component.width + x] = (value * quantizer) / 8 + 128;
      }
    }
  }
};

/** Averages the blocks of a component in `SIDE` x `SIDE` cells. */
const shrink = ({ values, width }: Component): readonly number[] => {
  const height = values.length / width;
  return Array.from({ length: SIDE * SIDE }, (_, cell) => {
    const [left, top] = [((cell % SIDE) * width) / SIDE, (Math.floor(cell / SIDE) * height) / SIDE];
    let [sum, count] = [0, 0];
    for (let y = Math.floor(top); y < Math.max(Math.floor(top) + 1, Math.floor(top + height / SIDE)); y += 1)
      for (let x = Math.floor(left); x < Math.max(Math.floor(left) + 1, Math.floor(left + width / SIDE)); x += 1) {
        sum += values[y * width + x] ?? 0;
        count += 1;
      }
    return Math.round(sum / count);
  });
};

const readTables = (data: Uint8Array, marker: number, from: number, end: number, tables: Tables): void => {
  let at = from;
  while (at < end) {
    const kind = data[at] ?? 0;
    if (marker === 0xc4) {
      const { table, next } = readHuffman(data, at + 1);
      (kind >> 4 === 0 ? tables.dc : tables.ac).set(kind & 15, table);
      at = next;
    } else {
      const isWide = kind >> 4 !== 0;
      tables.quantizers.set(kind & 15, isWide ? (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0) : (data[at + 1] ?? 0));
      at += isWide ? 129 : 65;
    }
  }
};

const decode = (data: Uint8Array): Thumbnail => {
  const tables: Tables = { dc: new Map(), ac: new Map(), quantizers: new Map(), restartInterval: 0 };
  let frame: Frame | undefined;
  let at = 2;
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) throw new Unreadable();
    const marker = data[at + 1] ?? 0;
    const length = (data[at + 2] ?? 0) * 256 + (data[at + 3] ?? 0);
    const [from, end] = [at + 4, at + 2 + length];
    if (length < 2 || end > data.length) throw new Unreadable();
    if (marker === 0xc4 || marker === 0xdb) readTables(data, marker, from, end, tables);
    else if (marker === 0xdd) tables.restartInterval = (data[from] ?? 0) * 256 + (data[from + 1] ?? 0);
    else if (marker === 0xc0 || marker === 0xc1) frame = readFrame(data, from);
    else if (marker >= 0xc2 && marker <= 0xcf) throw new Unreadable();
    else if (marker === 0xda) {
      if (!frame || data[from] !== frame.components.length) throw new Unreadable();
      for (const [index, component] of frame.components.entries()) {
        const chosen = data[from + 2 + 2 * index] ?? 0;
        component.dc = chosen >> 4;
        component.ac = chosen & 15;
      }
      readScan(data, end, frame, tables);
      return { planes: frame.components.map(shrink) };
    }
    at = end;
  }
  throw new Unreadable();
};

/** The tiny picture of a JPEG; undefined for a file that is damaged or not a baseline JPEG. */
export const readThumbnail = (data: Uint8Array): Thumbnail | undefined => {
  if (data[0] !== 0xff || data[1] !== 0xd8) return undefined;
  try {
    return decode(data);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Largest mean difference, and largest difference of one cell, of pictures that look alike. Of 255. */
const ALIKE_MEAN = 3;
const ALIKE_CELL = 24;

/**
 * Whether two pictures look alike: no part of a sixteenth of the width and height differs visibly. So a new object in a
 * still picture makes a difference, while noise does not.
 */
export const looksAlike = (a: Thumbnail, b: Thumbnail): boolean =>
  a.planes.length === b.planes.length &&
  a.planes.every((plane, index) => {
    const differences = plane.map((value, cell) => Math.abs(value - (b.planes[index]?.[cell] ?? 0)));
    const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
    return mean <= ALIKE_MEAN && Math.max(...differences) <= ALIKE_CELL;
  });
