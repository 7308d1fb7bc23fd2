type Stop = readonly [offset: number, color: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]) =>
  stops.map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('');

/** Collects the definitions of one SVG. Methods that return a paint, clip or filter return its `url(#id)`. */
export class SvgDefinitions {
  #definitions: string[] = [];

  #define(write: (id: string) => string): string {
    const id = `d${this.#definitions.length}`;
    this.#definitions.push(write(id));
    return `url(#${id})`;
  }

  /** A gradient from top to bottom with evenly spread colours. */
  verticalGradient(...colors: readonly string[]): string {
    const stops = colors.map((color, index): Stop => [index / (colors.length - 1), color]);
    return this.linearGradient(stops, 0, 0, 0, 1);
  }

  /** A linear gradient; its ends are shares of the width and height of the filled shape. */
  linearGradient(stops: readonly Stop[], x1: number, y1: number, x2: number, y2: number): string {
    return this.#define(
      (id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
    );
  }

  /** An ellipse whose colour fades to nothing at its edge. */
  glow(x: number, y: number, rx: number, color: string, opacity = 1, ry = rx): string {
    const paint = this.#define(
      (id) =>
        `<radialGradient id="${id}">${stopsOf([
          [0, color, opacity],
          [1, color, 0],
        ])}</radialGradient>`,
    );
    return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" fill="${paint}"/>`;
  }

  /** `art` clipped to a path. */
  clipTo(path: string, art: string, rule: 'nonzero' | 'evenodd' = 'nonzero'): string {
    const clip = this.#define((id) => `<clipPath id="${id}"><path d="${path}" clip-rule="${rule}"/></clipPath>`);
    return `<g clip-path="${clip}">${art}</g>`;
  }

  /** A filter made of these primitives; it reaches `margin` percent beyond the shape. */
  filter(body: string, margin = 20): string {
    return this.#define(
      (id) =>
        `<filter id="${id}" x="-${margin}%" y="-${margin}%" width="${100 + margin * 2}%" height="${100 + margin * 2}%">${body}</filter>`,
    );
  }

  blurred(art: string, radius: number): string {
    return `<g filter="${this.filter(`<feGaussianBlur stdDeviation="${radius}"/>`)}">${art}</g>`;
  }

  /** The `<defs>` element with everything that was defined. */
  definitions(): string {
    return `<defs>${this.#definitions.join('')}</defs>`;
  }
}
