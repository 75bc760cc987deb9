import type { Datasets } from '../datasets.ts';
import type { DemoRecord } from '../record.ts';
import { antibiotics } from './antibiotics.ts';
import { barley } from './barley.ts';
import { climate } from './climate.ts';
import { earthquakes } from './earthquakes.ts';
import { engines } from './engines.ts';
import { penguins } from './penguins.ts';
import { simulations } from './simulations.ts';
import { volcano } from './volcano.ts';
import { weather } from './weather.ts';

const STUDIES = [penguins, barley, weather, climate, antibiotics, earthquakes, engines, volcano, simulations];

/** All records of the demo laboratory, study by study. */
export async function makeLaboratory(data: Datasets): Promise<DemoRecord[]> {
  const studies = await Promise.all(STUDIES.map((study) => study(data)));
  return studies.flat();
}
