import { LRUCache } from 'lru-cache'
import type { ResourceType } from '../../types/contract.ts'
import { expandIri } from '../../../lib/json-ld/iri.ts'
import { memoizeByObject } from '../../../lib/json/index.ts'

/** Classes of schema.org that are likely to be types here, each after its parent class. */
const hierarchy = `
Thing: Action BioChemEntity CreativeWork Event Intangible Organization Person Place Product Taxon MedicalEntity
CreativeWork: Article Blog Book Chapter Claim Clip Collection Comment Conversation Course CreativeWorkSeason CreativeWorkSeries Dataset DefinedTermSet
CreativeWork: Diet DigitalDocument Drawing Episode ExercisePlan Game Guide HowTo HowToDirection HowToSection HowToStep HowToTip LearningResource Legislation
CreativeWork: Manuscript Map MathSolver MediaObject Menu MenuSection Message Movie MusicComposition MusicPlaylist MusicRecording Painting Photograph Play
CreativeWork: Poster PublicationIssue PublicationVolume Quotation Review Sculpture Season ShortStory SoftwareApplication SoftwareSourceCode
CreativeWork: SpecialAnnouncement Statement TVSeason TVSeries Thesis VisualArtwork WebContent WebPage WebPageElement WebSite
Article: AdvertiserContentArticle NewsArticle Report SatiricalArticle ScholarlyArticle SocialMediaPosting TechArticle
NewsArticle: AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle
ScholarlyArticle: MedicalScholarlyArticle
SocialMediaPosting: BlogPosting DiscussionForumPosting
BlogPosting: LiveBlogPosting
TechArticle: APIReference
Collection: ProductCollection
Comment: Answer CorrectionComment Question
CreativeWorkSeries: BookSeries MovieSeries Periodical PodcastSeries RadioSeries TVSeries VideoGameSeries
DefinedTermSet: CategoryCodeSet
Episode: PodcastEpisode RadioEpisode TVEpisode
HowTo: Recipe
LearningResource: Course Quiz Syllabus
MediaObject: AudioObject DataDownload ImageObject MusicVideoObject TextObject VideoObject 3DModel
AudioObject: Audiobook
ImageObject: Barcode
MusicPlaylist: MusicAlbum MusicRelease
Periodical: ComicSeries Magazine Newspaper
Review: ClaimReview CriticReview EmployerReview MediaReview UserReview
SoftwareApplication: MobileApplication VideoGame WebApplication
WebContent: HealthTopicContent
WebPage: AboutPage CheckoutPage CollectionPage ContactPage FAQPage ItemPage MedicalWebPage ProfilePage QAPage RealEstateListing SearchResultsPage
CollectionPage: MediaGallery
MediaGallery: ImageGallery VideoGallery
WebPageElement: SiteNavigationElement Table WPAdBlock WPFooter WPHeader WPSideBar
Event: BusinessEvent ChildrensEvent ComedyEvent CourseInstance DanceEvent DeliveryEvent EducationEvent EventSeries ExhibitionEvent Festival FoodEvent
Event: Hackathon LiteraryEvent MusicEvent PublicationEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent
Intangible: Brand Class DefinedTerm Enumeration HealthInsurancePlan Invoice ItemList JobPosting Language ListItem MenuItem Observation Offer Order
Intangible: OrderItem ParcelDelivery Permit ProgramMembership Property Rating Reservation Role Schedule Service StructuredValue Ticket Trip VirtualLocation
DefinedTerm: CategoryCode
ItemList: BreadcrumbList HowToSection HowToStep OfferCatalog
ListItem: HowToItem HowToStep HowToDirection HowToTip
HowToItem: HowToSupply HowToTool
Offer: AggregateOffer OfferForLease OfferForPurchase
Rating: AggregateRating EndorsementRating
Service: BroadcastService FinancialProduct FoodService GovernmentService Taxi TaxiService WebAPI
StructuredValue: ContactPoint GeoCoordinates GeoShape MonetaryAmount NutritionInformation OpeningHoursSpecification PriceSpecification PropertyValue QuantitativeValue
ContactPoint: PostalAddress
Organization: Airline Consortium Cooperative Corporation EducationalOrganization GovernmentOrganization LibrarySystem LocalBusiness MedicalOrganization
Organization: NGO NewsMediaOrganization OnlineBusiness PerformingGroup Project ResearchOrganization SportsOrganization WorkersUnion
EducationalOrganization: CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School
LocalBusiness: AutomotiveBusiness ChildCare Dentist EntertainmentBusiness FinancialService FoodEstablishment HealthAndBeautyBusiness
LocalBusiness: HomeAndConstructionBusiness LegalService Library LodgingBusiness MedicalBusiness ProfessionalService RadioStation RealEstateAgent ShoppingCenter
LocalBusiness: SportsActivityLocation Store TelevisionStation TouristInformationCenter TravelAgency
FoodEstablishment: Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery
LodgingBusiness: BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental
Store: BookStore ClothingStore ComputerStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop MusicStore PetStore ToyStore
OnlineBusiness: OnlineStore
PerformingGroup: DanceGroup MusicGroup TheaterGroup
Project: FundingAgency ResearchProject
SportsOrganization: SportsTeam
Person: Patient
Place: Accommodation AdministrativeArea CivicStructure Landform LandmarksOrHistoricalBuildings LocalBusiness Residence TouristAttraction TouristDestination
Accommodation: Apartment CampingPitch House Room Suite
AdministrativeArea: City Country State
CivicStructure: Airport Aquarium Beach Bridge BusStation Cemetery EventVenue GovernmentBuilding Hospital MovieTheater Museum MusicVenue Park ParkingFacility
CivicStructure: PerformingArtsTheater PlaceOfWorship Playground PoliceStation StadiumOrArena SubwayStation TrainStation Zoo
Product: IndividualProduct ProductGroup ProductModel SomeProducts Vehicle
Vehicle: Car Motorcycle`

const schemaOrg = 'https://schema.org/'
const parents = new Map<string, string[]>()
for (const line of hierarchy.trim().split('\n')) {
  const [parent = '', children = ''] = line.split(':')
  for (const child of children.trim().split(' ')) parents.set(child, [...(parents.get(child) ?? []), parent])
}

/** A uniform spelling of schema.org IRIs. */
const normalize = (iri: string): string => iri.replace(/^http:\/\/schema\.org\//, schemaOrg)

/** The IRI of the `@type` of a type's resources; the text itself if its context does not map it. */
const iriOf = memoizeByObject((type: ResourceType): string => {
  const { '@type': _, ...context } = type.context
  const vocab = context['@vocab']
  const name = type.linkedData.type
  return normalize(expandIri(name, { context, vocab: typeof vocab === 'string' ? vocab : undefined }) ?? name)
})

/** Whether a schema.org class equals another one or is a subclass of it. */
function isKindOf(iri: string, ancestor: string): boolean {
  if (iri === ancestor) return true
  if (!iri.startsWith(schemaOrg) || !ancestor.startsWith(schemaOrg)) return false
  const above = parents.get(iri.slice(schemaOrg.length)) ?? []
  return above.some(parent => isKindOf(schemaOrg + parent, ancestor))
}

/** The IRI for a template's `data-svc-entity`: an IRI is kept, `schema:Name` and a bare name are in the schema.org vocabulary. */
const askedIri = (entity: string): string =>
  /^https?:\/\/|^urn:/.test(entity) ? normalize(entity) : schemaOrg + entity.replace(/^schema:/, '')

/** Whether a type is exactly the one that a template names, not a subtype: by its IRI, or by its `@type` as written. */
export const isExactly = (type: ResourceType, entity: string): boolean =>
  iriOf(type) === askedIri(entity) || type.linkedData.type === entity

const maxNames = 1000
/** The list of types is the same object until a type changes. */
const namedIn = memoizeByObject(
  (types: readonly ResourceType[]) =>
    new LRUCache<string, readonly ResourceType[]>({
      max: maxNames,
      memoMethod: entity => types.filter(type => isExactly(type, entity) || isKindOf(iriOf(type), askedIri(entity))),
    }),
)

/** The types whose resources match the name in a template, including subtypes. */
export const typesNamed = (entity: string, types: readonly ResourceType[]): readonly ResourceType[] =>
  namedIn(types).memo(entity)

/** Whether resources of a type are persons. */
export const isPerson = (type: ResourceType): boolean =>
  type.slug === 'person' || isKindOf(iriOf(type), `${schemaOrg}Person`)

/** Classes of works that are the text which a resource contains, so that `inLanguage` is the language of its properties. */
const textClasses = ['Article', 'Comment', 'HowTo', 'Review', 'WebContent', 'WebPage', 'WebPageElement']
/** Whether resources of a type are texts, such as articles; the data about a book or a film are none. */
export const isText = memoizeByObject((type: ResourceType): boolean =>
  textClasses.some(name => isKindOf(iriOf(type), schemaOrg + name)),
)

/** The class of a type's resources in schema.org, without the vocabulary; undefined for a class of another vocabulary. */
export function classOf(type: ResourceType): string | undefined {
  const iri = iriOf(type)
  return iri.startsWith(schemaOrg) ? iri.slice(schemaOrg.length) : undefined
}

/** The IRI of the class of a type's resources; undefined if its context does not map it to one. */
export const classIriOf = (type: ResourceType): string | undefined =>
  iriOf(type).includes(':') ? iriOf(type) : undefined

/** The class of a type's resources in schema.org, and all classes above it. */
export function classesOf(type: ResourceType): string[] {
  const own = classOf(type)
  const found = new Set(own === undefined ? [] : [own, 'Thing'])
  for (const name of found) for (const parent of parents.get(name) ?? []) found.add(parent)
  return [...found]
}
