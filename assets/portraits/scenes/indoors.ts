import { box, curve, disc, each, fill, outline, oval, stroke, times } from '../svg/shapes.ts';
import { fillGradient, type SceneFunction, type SceneFunctions } from './scenery.ts';

const cafe: SceneFunction = (ink, random) => {
  const shelves = each([160, 340], (y) => {
    const jars = times(14, (i) => {
      const height = random.between(50, 130);
      return box(
        i * 60 + random.between(0, 20),
        y - height,
        random.between(26, 48),
        height,
        random.pick(['#ca925f', '#e6bc82', '#6e8276', '#a6533d', '#dbcaa9', '#415c58']),
        1,
        8,
      );
    });
    return jars + box(0, y, 800, 14, '#915c40');
  });
  const lamps = each(
    [130, 400, 670],
    (x) => box(x - 2, -10, 4, 96, '#2b1715') + ink.glow(x, 112, 175, '#ffe1a2', 0.95) + disc(x, 106, 29, '#fff1cb'),
  );
  return {
    art: fillGradient(ink, '#7d4c38', '#5c342b', '#3a201e') + shelves + lamps,
    blur: 11,
    light: { color: '#ffd18f', shade: '#2b1514', side: 1 },
  };
};

const room: SceneFunction = (ink, random) => {
  const [paper, low] = random.pick([
    ['#ead8c1', '#cfb496'],
    ['#d5dccf', '#b3bda6'],
    ['#e9cfc2', '#cda391'],
  ] as const);
  const pane =
    box(90, 90, 290, 470, '#faf1df') +
    ink.glow(235, 300, 340, '#fffdf4') +
    box(110, 110, 250, 430, '#c1d8d8') +
    box(110, 110, 250, 190, '#eaf3eb', 0.7) +
    box(228, 110, 14, 430, '#f8efe0') +
    box(110, 310, 250, 12, '#f8efe0');
  const pot = box(565, 705, 180, 140, '#b75a40', 1, 18);
  const leaves = times(9, (i) => {
    const angle = -2.6 + i * 0.28;
    const length = random.between(170, 280);
    const tip = [655 + Math.cos(angle) * length, 705 + Math.sin(angle) * length] as const;
    const side = (turn: number) => `${655 + Math.cos(angle + turn) * length * 0.6} ${705 + Math.sin(angle + turn) * length * 0.6}`;
    return fill(`M655 715Q${side(-0.3)} ${tip[0]} ${tip[1]}Q${side(0.3)} 655 715Z`, random.pick(['#517556', '#69926d', '#3e5f4a']));
  });
  return { art: fillGradient(ink, paper, low) + pane + leaves + pot, blur: 5, light: { color: '#fff4d6', shade: '#7b5b44', side: -1 } };
};

const books: SceneFunction = (ink, random) => {
  const rows = times(5, (row) => {
    let x = -10;
    let art = '';
    while (x < 800) {
      const width = random.between(20, 50);
      const height = random.between(120, 170);
      art += box(
        x,
        row * 210 + 190 - height,
        width,
        height,
        random.pick(['#b55941', '#d5a45c', '#567270', '#314c59', '#e7d8bb', '#803c47', '#90835b']),
        1,
        3,
      );
      x += width + 3 + (random.chance(0.15) ? 26 : 0);
    }
    return art + box(0, row * 210 + 190, 800, 18, '#6d4737');
  });
  return {
    art: fillGradient(ink, '#4d312b', '#301e1d') + rows + ink.glow(650, 180, 370, '#ffcd8a', 0.75),
    blur: 8,
    light: { color: '#ffd5a0', shade: '#251414', side: 1 },
  };
};

const gallery: SceneFunction = (ink, random) => {
  const canvas = (x: number, y: number, w: number, h: number) => {
    const color = random.pick(['#cf6a4c', '#3e6f7c', '#dca94f', '#7c5a86', '#5f8463']);
    const shapes =
      oval(x + w * random.between(0.3, 0.7), y + h * 0.4, w * 0.26, w * 0.26, random.pick(['#f6e2c2', '#e8b24f', '#26465a'])) +
      fill(
        outline([x, y + h * 0.7], [x + w * 0.4, y + h * 0.55], [x + w, y + h * 0.72, 1], [x + w, y + h, 1], [x, y + h, 1]),
        random.pick(['#2f4b57', '#a8483c', '#e9d3ad']),
      );
    return box(x - 12, y - 12, w + 24, h + 24, '#f8f4ea') + box(x, y, w, h, color) + shapes;
  };
  const beams = each([160, 620], (x) => ink.glow(x, 60, 260, '#fff6e2', 0.8, 420));
  return {
    art:
      fillGradient(ink, '#e7e1d8', '#cfc6ba', '#a99c8d') +
      canvas(40, 190, 220, 300) +
      canvas(540, 140, 230, 360) +
      beams +
      box(0, 800, 800, 210, '#8a6f58'),
    blur: 6,
    light: { color: '#fff5e2', shade: '#574a44', side: -1 },
  };
};

const greenhouse: SceneFunction = (ink, random) => {
  const frame =
    times(6, (i) => stroke(`M${i * 160} -10V700`, '#f4f7f0', 8, 0.8)) +
    times(4, (i) => stroke(`M0 ${60 + i * 170}H800`, '#f4f7f0', 7, 0.8));
  const fronds = times(26, () => {
    const x = random.between(-40, 840);
    const y = random.between(420, 1000);
    const reach = random.between(-190, 190);
    const path = curve([x, y + 260], [x + reach * 0.3, y], [x + reach, y - random.between(60, 200)]);
    return stroke(path, random.pick(['#4d7f5d', '#6ea274', '#356049', '#90bb85']), random.between(14, 34), 0.85);
  });
  const pots = times(5, (i) => box(40 + i * 165, 880, 90, 100, '#b9674a', 1, 10));
  return {
    art: fillGradient(ink, '#e3efe6', '#bfd9c9', '#6e9a80') + ink.glow(580, 160, 340, '#fffdf0', 0.95) + frame + fronds + pots,
    blur: 8,
    light: { color: '#fbf8dd', shade: '#2b4d40', side: 1 },
  };
};

const kitchen: SceneFunction = (ink, random) => {
  const tiles = times(7, (row) =>
    times(10, (column) => box(column * 84 - 10, 260 + row * 62, 78, 56, random.pick(['#a9c2bd', '#b7cdc7', '#9bb7b2', '#c4d6d0']), 1, 5)),
  );
  const shelf =
    box(0, 220, 800, 18, '#a6774f') +
    times(10, (i) =>
      box(20 + i * 80, 220 - 40 - (i % 3) * 26, 46, 40 + (i % 3) * 26, random.pick(['#f4ead9', '#d67a54', '#58777a', '#e2b563']), 1, 10),
    );
  const pans = times(
    3,
    (i) => disc(540 + i * 90, 360, 34, random.pick(['#c98250', '#8d5a3c', '#5d5553'])) + stroke(`M${540 + i * 90} 326v-56`, '#5d5553', 7),
  );
  return {
    art:
      fillGradient(ink, '#eee0cb', '#d9c3a4') +
      tiles +
      shelf +
      pans +
      box(0, 700, 800, 310, '#8b6144') +
      ink.glow(150, 180, 320, '#fff5da', 0.9),
    blur: 8,
    light: { color: '#ffefcf', shade: '#5d4332', side: -1 },
  };
};

export const INDOORS = { cafe, room, books, gallery, greenhouse, kitchen } satisfies SceneFunctions;
