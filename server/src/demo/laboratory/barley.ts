import { type Datasets, groupBy, writeCsv, writeJsonFile } from '../datasets.ts';
import { bool, date, dict, float, int, list, round, statistics, str } from '../extras.ts';
import { scatterPicture } from '../pictures.ts';
import { type DemoRecord, slug } from '../record.ts';

type Plot = { yield: number; variety: string; year: number; site: string };

/** Tonnes in a hectare for a bushel in an acre: 48 lb of barley are a bushel. */
const TONNES = (48 * 0.45359237) / 1000 / 0.40468564224;

const SOURCE = 'https://en.wikipedia.org/wiki/The_Design_of_Experiments';
const SHARED = { license: null, visibility: 'public' } as const;

/** The barley trials in Minnesota: an experiment for each site and year, and the doubt about one of them. */
export async function barley(data: Datasets): Promise<DemoRecord[]> {
  const plots = await data.json<Plot[]>('barley.json');
  const trials = groupBy(plots, ({ site, year }) => `${site} ${year}`);
  return [...trials.map(([, trial]) => experiment(trial)), doubt(plots)];
}

function experiment(plots: readonly Plot[]): DemoRecord {
  const { site, year } = plots[0] as Plot;
  const best = plots.reduce((a, b) => (b.yield > a.yield ? b : a));
  return {
    ...SHARED,
    identifier: slug('barley', site, year),
    title: `Barley variety trial, ${site} ${year}`,
    type: 'experiment',
    tags: ['agronomy', 'barley', 'field trial', slug(site)],
    description: [
      `Ten varieties of barley sown side by side at **${site}**, Minnesota, in ${year}.`,
      '',
      '| Variety | Yield (bu/acre) | Yield (t/ha) |',
      '|---|---:|---:|',
      ...plots.map((p) => `| ${p.variety} | ${p.yield.toFixed(1)} | ${(p.yield * TONNES).toFixed(2)} |`),
    ].join('\n'),
    extras: [
      dict('site', [str('name', site), str('state', 'Minnesota'), str('country', 'USA')]),
      dict('design', [
        int('varieties', plots.length, null, { validation: { range: { min: 1, max: 50 } } }),
        str('layout', 'randomised blocks', { validation: { options: ['randomised blocks', 'latin square'] } }),
        date('season', `${year}-05-01`, { description: 'About when the field was sown.' }),
      ]),
      statistics(
        'yield',
        plots.map((plot) => plot.yield * TONNES),
        't/ha',
        { description: 'Converted from bushels an acre.' },
      ),
      dict('best variety', [str('variety', best.variety), float('yield', round(best.yield * TONNES), 't/ha')]),
    ],
    files: [
      {
        name: `yields-${year}.csv`,
        description: 'Yield of each variety, in bushels an acre.',
        content: writeCsv(plots.map((plot) => ({ ...plot }))),
      },
    ],
  };
}

function doubt(plots: readonly Plot[]): DemoRecord {
  const mean = (site: string, year: number) => {
    const values = plots.filter((plot) => plot.site === site && plot.year === year).map((plot) => plot.yield);
    return (values.reduce((a, b) => a + b, 0) / values.length) * TONNES;
  };
  const sites = groupBy(plots, ({ site }) => site).map(([site]) => ({
    site,
    change: round(mean(site, 1932) - mean(site, 1931)),
  }));
  const points = (year: number) =>
    plots.filter((plot) => plot.year === year).map((plot, at): [number, number] => [at, plot.yield]);
  return {
    ...SHARED,
    identifier: 'barley-morris-years',
    title: 'Were the years exchanged at Morris?',
    type: 'analysis',
    tags: ['agronomy', 'barley', 'data quality'],
    description: [
      'Yields fell from 1931 to 1932 at five sites and rose at **Morris** by as much. The usual reading is that the two',
      'years were exchanged there; [the source](https://en.wikipedia.org/wiki/The_Design_of_Experiments) does not settle it.',
      '',
      '| Site | Change (t/ha) |',
      '|---|---:|',
      ...sites.map(({ site, change }) => `| ${site} | ${change.toFixed(2)} |`),
    ].join('\n'),
    extras: [
      bool('years exchanged', null, { description: 'Open: nobody has found the field books.' }),
      list(
        'sites',
        sites.map(({ site, change }) => dict('', [str('name', site), float('change of mean yield', change, 't/ha')])),
      ),
      str('source', SOURCE, { validation: { iri: true, required: true } }),
    ],
    files: [
      { name: 'changes.json', description: 'Change of the mean yield at each site.', content: writeJsonFile(sites) },
      {
        name: 'both-years.png',
        description: 'All plots by site, 1931 and 1932.',
        content: scatterPicture(points(1931), points(1932)),
      },
    ],
  };
}
