import { darken, mix } from '../svg/color.ts';
import { box, curve, disc, each, fill, oval, stroke, times } from '../svg/shapes.ts';
import { fillGradient, hills, type SceneFunction, type SceneFunctions } from './scenery.ts';

const city: SceneFunction = (ink, random) => {
  const towers = each(
    [
      ['#272c58', 9, 330],
      ['#1b1f44', 7, 470],
    ] as const,
    ([color, count, height]) =>
      times(count, (i) => {
        const x = (i * 800) / count - 30;
        const width = random.between(70, 150);
        const y = height + random.between(0, 190);
        const windows = times(12, (k) =>
          box(
            x + 8 + random.next() * (width - 24),
            y + 20 + random.between(0, 420),
            10,
            15,
            ['#ffd184', '#ffac63', '#a0c8ff'][k % 3] ?? '#ffd184',
            random.between(0.35, 0.95),
          ),
        );
        return box(x, y, width, 700, color) + windows;
      }),
  );
  const lamps = times(24, (i) =>
    ink.glow(
      random.between(0, 800),
      random.between(520, 980),
      random.between(24, 82),
      ['#ffb762', '#ff7e5e', '#86b7ff', '#ffe5ab'][i % 4] ?? '#ffb762',
      0.55,
    ),
  );
  return {
    art: fillGradient(ink, '#101b3b', '#2c2e5e', '#523661') + towers + lamps,
    blur: 8,
    light: { color: '#ffb37a', shade: '#13132f', side: -1 },
  };
};

const canal: SceneFunction = (ink, random) => {
  const bricks = ['#a8543d', '#6f3c34', '#ca8959', '#414e57', '#8f4b3c', '#d9bb8f'];
  const shift = Math.floor(random.between(0, 6));
  const houses = times(6, (i) => {
    const color = bricks[(i + shift) % 6] ?? '#a8543d';
    const x = i * 140 - 20;
    const y = 210 + random.between(0, 110);
    const gable = i % 2 ? `M${x} ${y}l22 -48h20v-30h52v30h20l22 48Z` : `M${x} ${y}L${x + 68} ${y - 110}L${x + 136} ${y}Z`;
    const panes = times(4, (row) =>
      times(
        3,
        (column) =>
          box(x + 16 + column * 38, y + 20 + row * 88, 26, 52, '#f4e9d5', 0.85) +
          box(x + 19 + column * 38, y + 24 + row * 88, 20, 44, '#4d5c65', 0.7),
      ),
    );
    return box(x, y, 136, 520, color) + fill(gable, color) + panes;
  });
  const water = box(0, 690, 800, 320, ink.verticalGradient('#708c8d', '#344a4e'));
  const mirror = times(26, (i) =>
    box(random.between(-40, 740), random.between(700, 980), random.between(60, 200), 5, bricks[i % 6] ?? '#a8543d', 0.4, 3),
  );
  return {
    art: fillGradient(ink, '#bedae7', '#e8efec', '#e8efec') + houses + water + mirror,
    blur: 7,
    light: { color: '#fff1db', shade: '#35464c', side: 1 },
  };
};

const WALLS = ['#d7694c', '#e0a347', '#3f7971', '#7b4c78', '#c5b2d2', '#5c84a6', '#e5b3a0', '#8c9a6d', '#b5545c', '#47668a'] as const;

const wall: SceneFunction = (ink, random) => {
  const color = random.pick(WALLS);
  const low = darken(color, 0.24);
  const a = random.between(300, 500);
  const b = random.between(300, 560);
  const beams =
    fill(`M-20 ${a}L820 ${a - 420}V-20H-20Z`, '#ffffff', 0.14) +
    fill(`M-20 ${a + 60}L820 ${a - 360}V${a - 330}L-20 ${a + 90}Z`, '#ffffff', 0.08) +
    fill(`M-20 1020L${b} 1020L820 ${b}V1020Z`, '#000000', 0.09);
  return {
    art: fillGradient(ink, mix(color, '#fff2dd', 0.1), low) + beams,
    blur: 6,
    light: { color: '#ffead2', shade: mix(low, '#2a1530', 0.5), side: -1 },
  };
};

const market: SceneFunction = (ink, random) => {
  const cloth = random.pick(['#c95a3d', '#3f7d78', '#d99a36']);
  const awning = times(10, (i) => fill(`M${i * 86 - 24} 120h86l14 130q-44 42 -100 0Z`, i % 2 ? '#f9f2e4' : cloth));
  const fruit = times(90, (i) =>
    disc(
      random.between(0, 800),
      random.between(530, 1000),
      random.between(16, 38),
      ['#e89d40', '#d25137', '#829e4d', '#f1c85f', '#a73d4a', '#507c4e'][i % 6] ?? '#e89d40',
    ),
  );
  const crates = times(3, (i) => box(0, 520 + i * 170, 800, 20, '#6c4832'));
  return {
    art: fillGradient(ink, '#f5e9d3', '#c9a880') + awning + fruit + crates,
    blur: 9,
    light: { color: '#ffe7bb', shade: '#5c3824', side: 1 },
  };
};

const harbour: SceneFunction = (ink, random) => {
  const masts = times(9, (i) => {
    const x = 30 + i * 92 + random.between(-20, 20);
    const y = random.between(120, 280);
    const hull = fill(`M${x - 54} 600h112l-18 46h-76Z`, random.pick(['#f4ede0', '#c65a43', '#2f4f6d', '#dfae58']));
    return (
      stroke(`M${x} 610V${y}M${x - 30} ${y + 90}h60`, '#7a5f4a', 5) +
      fill(`M${x + 4} ${y + 14}L${x + 48} 560H${x + 4}Z`, '#f7f0e2', 0.75) +
      hull
    );
  });
  const glints = times(30, () =>
    box(
      random.between(-60, 760),
      random.between(650, 980),
      random.between(40, 160),
      5,
      random.pick(['#dff0ee', '#8fc0c4', '#f7e3c4']),
      0.5,
      3,
    ),
  );
  return {
    art:
      fillGradient(ink, '#8dbbd6', '#dbe9e6', '#f5e6cf') +
      ink.glow(180, 300, 280, '#fff6e0', 0.9) +
      hills(random, 540, 20, '#8ba79b') +
      box(0, 600, 800, 420, ink.verticalGradient('#6da2ae', '#2c5566')) +
      masts +
      glints,
    blur: 6,
    light: { color: '#fff0d2', shade: '#294759', side: -1 },
  };
};

const terrace: SceneFunction = (ink, random) => {
  const house = box(0, 0, 800, 1000, ink.verticalGradient('#f6ead8', '#dfbf9c'));
  const shutters = each(
    [70, 560],
    (x) =>
      box(x, 180, 170, 300, '#6fa0a6', 1, 6) +
      box(x + 78, 180, 14, 300, '#f6ead8') +
      times(9, (i) => stroke(`M${x + 10} ${206 + i * 30}h150`, '#527f87', 5)),
  );
  const vine = times(60, () =>
    oval(
      random.between(-20, 820),
      random.next() ** 2 * 260 - 20,
      random.between(14, 34),
      random.between(10, 24),
      random.pick(['#6b8f57', '#8bab68', '#4f7548']),
      0.9,
    ),
  );
  const flowers = times(34, () =>
    disc(random.between(0, 800), random.next() ** 2 * 280, random.between(9, 20), random.pick(['#d94f7b', '#e87aa0', '#c13a6a']), 0.9),
  );
  const lanterns =
    stroke(curve([-20, 120], [400, 190], [820, 110]), '#6b5546', 3) +
    times(7, (i) => ink.glow(60 + i * 115, 160 + Math.sin(i) * 14, 46, '#ffe6a8', 0.9));
  return { art: house + shutters + vine + flowers + lanterns, blur: 7, light: { color: '#fff0d4', shade: '#7a5138', side: 1 } };
};

export const TOWN = { city, canal, wall, market, harbour, terrace } satisfies SceneFunctions;
