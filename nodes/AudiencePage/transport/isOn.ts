/** A switch that is on; an expression may give it as text. */
export const isOn = (value: unknown): boolean => value === true || value === 'true';

/** A switch that is off, and not merely left empty. */
export const isOff = (value: unknown): boolean => value === false || value === 'false';
