import { box, curve, disc, each, fill, outline, stroke, times } from '../svg/shapes.ts';
import { fillGradient, hills, type SceneFunction, type SceneFunctions, scatterEllipses } from './scenery.ts';

const sea: SceneFunction = (ink, random) => {
  const [top, low, deep] = random.pick([
    ['#9cc4d8', '#f6d7b0', '#2b6176'],
    ['#b9d7df', '#f9e7cd', '#3b7f8c'],
    ['#8fb0cf', '#f3c3a4', '#35577a'],
  ] as const);
  const water = box(0, 545, 800, 460, ink.verticalGradient('#7fb0bb', deep));
  const waves = times(28, () => {
    const y = 552 + random.next() ** 2 * 430;
    return box(
      random.between(-80, 780),
      y,
      random.between(40, 220),
      random.between(3, 8),
      random.pick(['#ffeacb', '#a5d0d3']),
      random.between(0.2, 0.55),
      4,
    );
  });
  return {
    art: fillGradient(ink, top, low, low) + ink.glow(600, 420, 310, '#fff4da') + disc(606, 430, 48, '#fff7e4') + water + waves,
    blur: 3,
    light: { color: '#ffe3b4', shade: '#24475b', side: 1 },
  };
};

const dusk: SceneFunction = (ink, random) => {
  const far = random.pick(['#8a4468', '#6b4a7e', '#a2506a']);
  const art = fillGradient(ink, '#3b2c58', '#85476f', '#e27f5f', '#f8be80', '#f8be80') + ink.glow(190, 640, 330, '#ffdba6', 0.9);
  return {
    art: art + hills(random, 690, 50, far) + hills(random, 780, 40, '#552d4d') + hills(random, 880, 30, '#341f39'),
    blur: 4,
    light: { color: '#ffb681', shade: '#391e44', side: -1 },
  };
};

const forest: SceneFunction = (ink, random) => {
  const trunks = each(
    [
      ['#91a97a', 7, 30],
      ['#64855c', 5, 46],
      ['#35523c', 3, 68],
    ] as const,
    ([color, count, width]) =>
      times(count, () => {
        const x = random.between(-20, 800);
        return fill(`M${x} -10h${width * 0.7}l${width * 0.3} 1020h${-width * 1.2}Z`, color, 0.85);
      }),
  );
  const leaves = scatterEllipses(
    random,
    46,
    { x: [0, 800], y: [-60, 400], width: [28, 100], height: [16, 56] },
    ['#5f8c53', '#80a463', '#b7ca80', '#416c48'],
    0.55,
  );
  return {
    art: fillGradient(ink, '#e0e6b9', '#a0b984', '#3a573d') + ink.glow(240, 250, 390, '#fffcde') + trunks + leaves,
    blur: 9,
    light: { color: '#fbf4bd', shade: '#264130', side: -1 },
  };
};

const mountain: SceneFunction = (ink, random) => {
  const peak = 'M-30 640L130 350L230 450L410 220L560 440L650 350L840 610V1000H-30Z';
  const snow =
    'M410 220L476 318L440 306L410 344L380 304L344 304ZM130 350L182 402L146 396L118 420L96 412ZM650 350L700 410L664 400L640 420L616 396Z';
  const art =
    fillGradient(ink, '#7aa6cb', '#cfdfe4', '#e4e8e0') +
    ink.glow(620, 170, 270, '#fff8ea', 0.85) +
    fill(peak, '#8094b0') +
    fill(snow, '#f5f5f3');
  return {
    art: art + hills(random, 630, 55, '#5d7c76') + hills(random, 740, 40, '#406354') + hills(random, 860, 30, '#2d4b3c'),
    blur: 4,
    light: { color: '#fff2d8', shade: '#2c4454', side: 1 },
  };
};

const field: SceneFunction = (ink, random) => {
  const ears = times(120, () => {
    const x = random.between(0, 820);
    const y = random.between(660, 1000);
    return stroke(
      `M${x} 1010Q${x + 10} ${y + 80} ${x + random.between(-30, 30)} ${y}`,
      random.pick(['#dbb164', '#916c32', '#eacb8b', '#a87f3a']),
      random.between(3, 7),
    );
  });
  return {
    art:
      fillGradient(ink, '#f5cb94', '#f9e5c4', '#f9e5c4') +
      ink.glow(170, 350, 340, '#fff7db') +
      hills(random, 560, 30, '#c99d59') +
      hills(random, 650, 28, '#b28240') +
      ears,
    blur: 5,
    light: { color: '#ffe0a2', shade: '#6a4622', side: -1 },
  };
};

const lavender: SceneFunction = (ink, random) => {
  const rows = times(13, (i) => {
    const x = -300 + i * 110;
    return fill(
      outline([400 + (x - 340) * 0.14, 560, 1], [400 + (x - 340) * 0.14 + 9, 560, 1], [x + 130, 1040, 1], [x - 10, 1040, 1]),
      i % 2 ? '#7a62a6' : '#9a80bd',
    );
  });
  const tufts = scatterEllipses(
    random,
    80,
    { x: [0, 800], y: [640, 1000], width: [10, 26], height: [8, 18] },
    ['#b39bd2', '#6c559a', '#8a70b2'],
    0.6,
  );
  return {
    art:
      fillGradient(ink, '#a9c4e2', '#f3ddd2', '#f6cfb4') +
      ink.glow(590, 420, 280, '#fff1da', 0.9) +
      hills(random, 545, 22, '#8f8fb0') +
      box(0, 575, 800, 430, '#6f7a58') +
      rows +
      tufts,
    blur: 5,
    light: { color: '#ffe6c9', shade: '#46376a', side: 1 },
  };
};

const autumn: SceneFunction = (ink, random) => {
  const trunks = times(6, (i) => fill(`M${i * 150 + random.between(-20, 40)} -10h34l12 1020h-62Z`, '#6b4531', 0.75));
  const leaves = scatterEllipses(
    random,
    80,
    { x: [-20, 820], y: [-60, 560], width: [24, 74], height: [18, 44] },
    ['#d98a3a', '#e6ad4c', '#b9532f', '#f0c878', '#a8672f'],
    0.6,
  );
  const ground = box(0, 780, 800, 240, ink.verticalGradient('#b9773d', '#6e3f2a'));
  return {
    art: fillGradient(ink, '#fbe7c0', '#f1c27a', '#c98a4d') + ink.glow(250, 300, 360, '#fff6d6', 0.9) + trunks + ground + leaves,
    blur: 9,
    light: { color: '#ffe7ae', shade: '#5b2f22', side: -1 },
  };
};

const snow: SceneFunction = (ink, random) => {
  const firs = times(9, (i) => {
    const x = i * 105 - 30 + random.between(-20, 20);
    const y = random.between(300, 440);
    return (
      fill(`M${x} ${y}L${x + 70} 700H${x - 70}Z`, random.pick(['#6f8f96', '#5d7d88', '#83a0a5'])) +
      fill(`M${x} ${y}L${x + 26} ${y + 110}L${x} ${y + 92}L${x - 26} ${y + 110}Z`, '#f3f6f6', 0.9)
    );
  });
  const flakes = times(50, () =>
    disc(random.between(0, 800), random.between(0, 900), random.between(3, 8), '#ffffff', random.between(0.4, 0.9)),
  );
  return {
    art:
      fillGradient(ink, '#b4c9d8', '#e6e9ea', '#f7e9df') +
      ink.glow(600, 260, 280, '#fff4e6', 0.9) +
      firs +
      hills(random, 690, 22, '#e9eef0') +
      hills(random, 800, 20, '#cfdbe2') +
      flakes,
    blur: 5,
    light: { color: '#fff1df', shade: '#47627a', side: 1 },
  };
};

const garden: SceneFunction = (ink, random) => {
  const hedge = scatterEllipses(
    random,
    40,
    { x: [-20, 820], y: [120, 800], width: [40, 90], height: [30, 64] },
    ['#5d8a5c', '#78a36d', '#46714f', '#97b87b'],
    0.75,
  );
  const blooms = times(70, () =>
    disc(
      random.between(0, 800),
      random.between(180, 1000),
      random.between(9, 24),
      random.pick(['#f2b8b5', '#e4798a', '#fbe3d0', '#f3cf7a', '#d8607a']),
      0.9,
    ),
  );
  const stem = curve([120, 1000], [180, 600], [90, 200]);
  return {
    art:
      fillGradient(ink, '#d7e6c4', '#8fb386', '#48704f') +
      ink.glow(200, 160, 320, '#fffbe0', 0.9) +
      hedge +
      stroke(stem, '#46714f', 10) +
      blooms,
    blur: 9,
    light: { color: '#fff4cf', shade: '#2d4a38', side: -1 },
  };
};

export const NATURE = { sea, dusk, forest, mountain, field, lavender, autumn, snow, garden } satisfies SceneFunctions;
