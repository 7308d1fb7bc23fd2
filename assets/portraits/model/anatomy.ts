import { type Point, withMirrorImage } from '../svg/shapes.ts';
import type { FaceShape, Traits } from './traits.ts';

/** Measures of a person in px. The origin is the middle between the eyes; y grows downwards. */
export interface Anatomy {
  /** The y of the top of the skull and of the lowest point of the chin. */
  crown: number;
  chin: number;
  /** Half the width of the head at the eyes, at the cheeks, at the jaw and at the chin. */
  halfWidth: number;
  cheek: number;
  jaw: number;
  chinHalf: number;
  /** Half the width of the neck, and the y of its base. */
  neck: number;
  neckBase: number;
  /** Half the width of the shoulders. */
  shoulder: number;
  /** From the origin to the middle of an eye, and half the width of an eye. */
  eyeGap: number;
  eyeHalf: number;
  /** The y of the ends of the brows, of the tip of the nose and of the middle of the mouth. */
  brow: number;
  nose: number;
  mouth: number;
}

/** `half` and `chin` in px; `cheek` and `jaw` as shares of `half`. */
const FACE_MEASURES: Record<FaceShape, { half: number; cheek: number; jaw: number; chinHalf: number; chin: number }> = {
  oval: { half: 114, cheek: 0.95, jaw: 0.73, chinHalf: 27, chin: 156 },
  round: { half: 119, cheek: 0.975, jaw: 0.775, chinHalf: 31, chin: 150 },
  square: { half: 115, cheek: 0.955, jaw: 0.77, chinHalf: 32, chin: 153 },
  heart: { half: 116, cheek: 0.945, jaw: 0.7, chinHalf: 25, chin: 155 },
  long: { half: 110, cheek: 0.95, jaw: 0.735, chinHalf: 28, chin: 161 },
  diamond: { half: 113, cheek: 0.97, jaw: 0.715, chinHalf: 26, chin: 157 },
};

/** Computes the measures of a person from the traits. */
export function measuresOf(traits: Traits): Anatomy {
  const face = FACE_MEASURES[traits.face];
  const { bone, build } = traits;
  const sag = traits.age > 60 ? 0.025 : traits.age > 48 ? 0.012 : 0;
  const half = face.half + bone * 4 + (build - 1) * 22;
  const chin = face.chin + bone * 3;
  return {
    crown: -172 - bone * 4,
    chin,
    halfWidth: half,
    cheek: half * face.cheek,
    jaw: half * (face.jaw + bone * 0.055 + sag + (build - 1) * 0.1),
    chinHalf: face.chinHalf + bone * 9,
    neck: (47 + bone * 16) * build,
    neckBase: chin + 52 - (build - 1) * 60,
    shoulder: (212 + bone * 46) * build,
    eyeGap: half * 0.415,
    eyeHalf: 27.5 - bone * 1.5,
    brow: -40 + bone * 4.5,
    nose: chin * 0.42,
    mouth: chin * 0.64,
  };
}

/** The point of the skull's outline that is `degrees` from the crown (positive to the right), moved `grow` px outwards. */
export function skullPoint(body: Anatomy, degrees: number, grow = 0): Point {
  const angle = (degrees * Math.PI) / 180;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return [
    Math.sign(sine) * Math.abs(sine) ** 0.87 * (body.halfWidth + grow),
    -Math.sign(cosine) * Math.abs(cosine) ** 0.87 * (Math.abs(body.crown) + grow),
  ];
}

/** The outline of the head. If it is turned, the side it turns to is drawn slightly narrower. */
export function headOutline(body: Anatomy, turn = 0): Point[] {
  const { chin, jaw, chinHalf } = body;
  const rightHalf: Point[] = [
    ...[0, 24, 48, 70, 90].map((degrees) => skullPoint(body, degrees)),
    [body.cheek, chin * 0.38],
    [jaw, chin * 0.69],
    [chinHalf + (jaw - chinHalf) * 0.45, chin * 0.905],
    [chinHalf, chin * 0.982],
    [0, chin],
  ];
  return withMirrorImage(rightHalf.map(([x, y]): Point => [Math.abs(x) < 0.01 ? 0 : x, y])).map(([x, y]): Point => {
    const isFarSide = Math.sign(x) === Math.sign(turn) && turn !== 0;
    return [x * (isFarSide ? 0.97 : 1.01), y];
  });
}
