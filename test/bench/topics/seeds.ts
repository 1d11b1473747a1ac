import type { Topic } from '../../../lambdas/domain/analysis/topics/topics.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** Typical words of each topic, from which the word list is derived. */
export const SEEDS: Readonly<Record<Topic, readonly string[]>> = {
  automotive: words('car cars engine vehicle driver tires motorcycle brakes sedan chassis horsepower gearbox truck'),
  books: words('book books novel author writer poem poetry fiction literature publisher reader chapter storyteller'),
  business: words('business company market investment stocks bank profit economy shareholders trade finance revenue'),
  crime: words('crime police murder trial prison detective robbery lawyer jury suspect arrested prosecutor theft'),
  education: words('school teacher student university classroom curriculum learning exam college homework lecture'),
  family: words('family mother father marriage children wedding parents baby husband wife divorce siblings love'),
  fashion: words('fashion dress clothing makeup designer shoes hairstyle jewelry beauty skirt lipstick wardrobe'),
  food: words('food cooking recipe restaurant chef bread cheese wine sauce vegetables delicious flavor kitchen bake'),
  gaming: words('gameplay videogame nintendo playstation xbox multiplayer console gamers puzzle arcade gamer sega'),
  health: words('health disease doctor medicine exercise hospital diet patient symptoms therapy fitness vitamin'),
  home: words('garden furniture house kitchen roof floor lawn carpet bathroom paint decorating basement plumbing'),
  movies: words('movie film television actor director hollywood cinema sitcom screenplay episode drama actress'),
  music: words('music song guitar album band singer concert melody drums piano orchestra lyrics rhythm jazz'),
  nature: words('animals forest birds species wildlife river dog cat trees elephant ocean wolf habitat insects'),
  politics: words('politics election president parliament senator democracy minister vote government campaign policy'),
  religion: words('religion church god prayer bible faith islam buddhist priest worship temple spiritual christian'),
  science: words('science physics chemistry biology experiment scientist atoms galaxy theory molecules planet dna'),
  sports: words('football basketball tennis championship coach team goal league athlete olympic tournament soccer'),
  technology: words('computer software internet smartphone programming app robot data server laptop digital algorithm'),
  travel: words('travel hotel tourist beach airport vacation flight resort tourism trip sightseeing cruise island'),
};
