import { classesOf } from './schema-org.ts'
import type { ResourceType } from '../../types/contract.ts'
import { memoizeByObject } from '../../../lib/json/index.ts'

const listOf = (text: string): string[] => text.split(' ').filter(name => name !== '')

/** By class of schema.org: the properties that search engines need to show a result of that kind. Subclasses have those of their superclasses. */
const byClass: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    Thing: 'name image',
    Article: 'headline author publisher datePublished dateModified',
    Book: 'author isbn datePublished',
    BreadcrumbList: 'itemListElement',
    Comment: 'text author dateCreated datePublished',
    Course: 'description provider',
    Dataset: 'description creator license',
    Event: 'startDate endDate location offers organizer performer eventStatus eventAttendanceMode',
    FAQPage: 'mainEntity',
    GeoCoordinates: 'latitude longitude',
    HowTo: 'step',
    HowToStep: 'text url',
    ImageObject: 'url contentUrl caption creator creditText license',
    ItemList: 'itemListElement',
    JobPosting:
      'title description datePosted validThrough employmentType hiringOrganization jobLocation jobLocationType baseSalary',
    ListItem: 'position item',
    LocalBusiness: 'address geo telephone openingHours openingHoursSpecification priceRange',
    MonetaryAmount: 'currency value minValue maxValue',
    Movie: 'dateCreated datePublished director aggregateRating review',
    Offer: 'price priceCurrency priceSpecification availability validFrom url',
    OpeningHoursSpecification: 'dayOfWeek opens closes validFrom validThrough',
    Organization: 'logo address',
    Place: 'address geo',
    PostalAddress: 'streetAddress addressLocality addressRegion postalCode addressCountry postOfficeBoxNumber',
    PriceSpecification: 'price priceCurrency minPrice maxPrice validFrom validThrough',
    Product: 'offers brand sku gtin gtin8 gtin12 gtin13 gtin14 mpn aggregateRating review',
    QuantitativeValue: 'value minValue maxValue unitCode unitText',
    Question: 'text acceptedAnswer suggestedAnswer answerCount',
    Rating: 'ratingValue ratingCount reviewCount bestRating worstRating',
    Recipe:
      'author datePublished recipeIngredient recipeInstructions recipeYield prepTime cookTime totalTime nutrition aggregateRating',
    Review: 'author itemReviewed reviewRating reviewBody datePublished',
    Service: 'provider offers areaServed',
    SoftwareApplication: 'operatingSystem applicationCategory offers aggregateRating review',
    VideoObject: 'description uploadDate thumbnailUrl contentUrl embedUrl duration',
    VirtualLocation: 'url',
    WebPage: 'headline author datePublished dateModified',
    WebSite: 'alternateName url',
  }).map(([name, properties]) => [name, listOf(properties)]),
)

/** The properties of a type's resources that a search result of their class needs. Empty for a class outside of schema.org. */
export const resultProperties = memoizeByObject(
  (type: ResourceType): ReadonlySet<string> => new Set(classesOf(type).flatMap(name => byClass[name] ?? [])),
)

/** Properties of the objects in those: they have no class of their own, or the same ones. */
export const innerProperties: ReadonlySet<string> = new Set([
  ...Object.values(byClass).flat(),
  ...listOf(
    'description url text latitude longitude streetAddress addressLocality addressRegion postalCode addressCountry postOfficeBoxNumber ' +
      'dayOfWeek opens closes validThrough itemCondition value unitText minValue maxValue currency calories width height inLanguage',
  ),
])

/** The class of an object that names none, by the property that contains it. */
export const usualClasses: Readonly<Record<string, string>> = {
  acceptedAnswer: 'Answer',
  address: 'PostalAddress',
  aggregateRating: 'AggregateRating',
  author: 'Person',
  brand: 'Brand',
  creator: 'Person',
  director: 'Person',
  geo: 'GeoCoordinates',
  hiringOrganization: 'Organization',
  image: 'ImageObject',
  itemListElement: 'ListItem',
  location: 'Place',
  logo: 'ImageObject',
  nutrition: 'NutritionInformation',
  offers: 'Offer',
  openingHoursSpecification: 'OpeningHoursSpecification',
  organizer: 'Organization',
  performer: 'Person',
  provider: 'Organization',
  publisher: 'Organization',
  recipeInstructions: 'HowToStep',
  review: 'Review',
  reviewRating: 'Rating',
  step: 'HowToStep',
  suggestedAnswer: 'Answer',
}

/** Properties whose text is the name of a person or an organization. */
export const namedParties: ReadonlySet<string> = new Set(
  listOf('author creator director publisher organizer performer hiringOrganization provider'),
)

/** Properties that contain an address. */
export const addressProperties: ReadonlySet<string> = new Set(
  listOf('url image logo contentUrl embedUrl thumbnailUrl item sameAs license thumbnail mainEntityOfPage'),
)
